import { describe, expect, test } from 'vitest';
import {
  angleOf,
  nearest,
  placeOf,
  polar,
  sizeOf,
  spaceAt,
  spotOf,
} from '../../../src/games/karmaggan/geometry';
import type { GateView, KarmagganView, Space } from '../../../src/games/karmaggan/view';

const space = (row: string, ring: string, column: number, number: number): Space => ({
  name: `${row}${column}`,
  ring,
  row,
  column,
  number,
  tile: 'empty',
});
const GATES: GateView[] = [{ name: 'Sun 1', group: 'Sun', column: 4, width: 3, is_open: true, trail: 273 }];

describe('the Temple is round', () => {
  test('and begins at twelve, clockwise', () => {
    expect(polar(100, 0).y).toBeCloseTo(-100);
    expect(polar(100, 90).x).toBeCloseTo(100);
    expect(angleOf('A', 0)).toBeCloseTo(360 / 128);
    expect(angleOf('F', 8)).toBeCloseTo(191.25);
  });

  test('a ring that turns takes its spaces along', () => {
    const spot = spotOf(space('A', 'Outer', 20, 0), GATES);
    const still = placeOf(spot, () => 0);
    const turned = placeOf(spot, (ring) => (ring === 'Outer' ? 8 : 0));
    expect(turned.x).toBeCloseTo(-still.x);
    expect(turned.y).toBeCloseTo(-still.y);
  });

  test('what the world counts is what the ring counts, as far as it has turned', () => {
    const spot = spotOf(space('D', 'Middle', 10, 224 + 6), GATES);
    const there = placeOf(spot, () => 2); // two sectors are four columns
    const named = polar(spot.far, angleOf('D', 10));
    expect(there.x).toBeCloseTo(named.x);
    expect(there.y).toBeCloseTo(named.y);
  });

  test('outside nothing turns', () => {
    const trail = spotOf({ ...space('Sun', 'trail', 1, 273), name: 'Sun 1', tile: '' }, GATES);
    expect(trail.ring).toBe('');
    expect(trail.angle).toBeCloseTo((5.5 * 360) / 64);
  });
});

test('a tap finds the space that lies there now', () => {
  const table = {
    gates: GATES,
    rings: [
      { columns: 1, turned: 3, rows: [{ row: 'G', first: 272 }] },
      { columns: 32, turned: 2, rows: [{ row: 'D', first: 192 }, { row: 'E', first: 224 }] },
    ],
  } as unknown as KarmagganView;
  const turned = (): number => 2;
  for (const number of [192, 197, 223, 224, 230, 255]) {
    const row = number < 224 ? 'D' : 'E';
    const at = placeOf(spotOf(space(row, 'Middle', 0, number), GATES), turned);
    expect(spaceAt(at, table)).toBe(number);
  }
  expect(spaceAt({ x: 3, y: 5 }, table)).toBe(272);
  expect(spaceAt(polar(285, 40), table)).toBeNull(); // a wall
  expect(spaceAt(polar(520, (5.5 * 360) / 64), table)).toBe(273);
  expect(spaceAt(polar(520, 180), table)).toBeNull(); // the jungle
});

test('a ring comes to where it is by the shorter way', () => {
  expect(nearest(1, 15)).toBe(17);
  expect(nearest(15, 17)).toBe(15);
  expect(nearest(3, 3)).toBe(3);
});

test('spaces are as large as their smaller side', () => {
  expect(sizeOf(space('C', 'Outer', 0, 128))).toBeLessThan(sizeOf(space('A', 'Outer', 0, 0)));
});
