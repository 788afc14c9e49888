import { expect, test } from 'vitest';
import { ISLAND, LANE } from '../../../../src/games/vulkar/island';
import { blurred, distances, fieldsOf, finely, meetsWater } from '../../../../src/games/vulkar/scene/fields';
import { GRID } from '../../../../src/games/vulkar/scene/relief';
import { islandsGround } from './ground';

const { columns, rows, cell } = GRID;
const GROUND = islandsGround();
const FIELDS = fieldsOf(GROUND);

function cellAt(x: number, y: number): number {
  return Math.round((y - GRID.south) / cell) * columns + Math.round((x - GRID.west) / cell);
}

test('distances are straight, whichever way', () => {
  const middle = 90 * columns + 150;
  const far = distances((at) => at === middle);
  expect(far[middle]).toBe(0);
  expect(far[middle + 7]).toBeCloseTo(7);
  expect(far[middle - 5 * columns]).toBeCloseTo(5);
  expect(far[middle + 3 * columns - 4]).toBeCloseTo(5);
  expect(far[0]).toBeCloseTo(Math.hypot(90, 150), 3);
});

test('a blur keeps what is even and spreads what is not', () => {
  const even = blurred(new Float32Array(columns * rows).fill(3), 4);
  expect(even[0]).toBeCloseTo(3);
  expect(even[90 * columns + 150]).toBeCloseTo(3);
  const dot = new Float32Array(columns * rows);
  dot[90 * columns + 150] = 100;
  const spread = blurred(dot, 2);
  expect(spread[90 * columns + 150]).toBeLessThan(30);
  expect(spread.reduce((sum, one) => sum + one)).toBeCloseTo(100, 2);
});

test('lava is in chutes, water in rivers, and both flow downhill', () => {
  const { stream } = FIELDS;
  const flowAt = (id: string, part: number): { far: number; lava: number; falls: number } => {
    const { points } = LANE[id]!;
    const [x, y] = points[Math.floor(points.length * part)]!;
    const at = 4 * cellAt(x, y);
    const [right, up] = [stream[at + 2]!, stream[at + 3]!];
    expect(Math.hypot(right, up)).toBeCloseTo(1);
    return { far: stream[at]!, lava: stream[at + 1]!, falls: GROUND.at(x, y) - GROUND.at(x + 12 * right, y + 12 * up) };
  };
  const [chute, river] = [flowAt('gull run', 0.5), flowAt('high water', 0.5)];
  expect([chute.lava, river.lava]).toEqual([1, 0]);
  for (const { far, falls } of [chute, river]) {
    expect(far).toBeLessThan(4);
    expect(falls).toBeGreaterThan(0);
  }
});

test('where a chute becomes a river, there is half of both', () => {
  const chutes = ISLAND.lanes.filter((lane) => lane.kind === 'chute' && meetsWater(lane));
  expect(chutes.length).toBeGreaterThan(2);
  expect(meetsWater(LANE['gull run']!)).toBe(false);
});

test('a lane that ends at the sea runs on into it', () => {
  const last = finely(LANE['high water']!).at(-1)!;
  const [x] = LANE['high water']!.points.at(-1)!;
  expect(last.x - x).toBeGreaterThan(25);
  expect(finely(LANE['scar run']!).at(-1)!.x).toBeGreaterThan(LANE['scar run']!.points.at(-1)![0]);
});

test('the shore is where the land ends', () => {
  const { shore } = FIELDS;
  expect(shore[cellAt(0, 0)]).toBeGreaterThan(150);
  expect(shore[0]).toBeLessThan(-20);
});
