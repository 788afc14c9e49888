import { describe, expect, test } from 'vitest';
import {
  flightOfEgg,
  lightFrom,
  momentOf,
  part,
  reachOfRam,
  STRIKES,
} from '../../../src/games/karmaggan/moments';
import type { RingView, Target } from '../../../src/games/karmaggan/view';

const ring = (name: string, wall: string): RingView => ({
  ring: name,
  columns: 16,
  turned: 0,
  rows: [],
  wall,
  trap: '',
  bars: [],
});
const uncovered = (card: string): Extract<Target, { kind: 'uncover' }> => ({
  kind: 'uncover',
  words: card,
  seat: 2,
  card,
  hit: [1],
  dead: [],
  lines: [],
});
const still = (): number => 0;

test('a moment has parts that begin and end', () => {
  expect(part(0.1, 0.2, 0.4)).toBe(0);
  expect(part(0.3, 0.2, 0.4)).toBeCloseTo(0.5);
  expect(part(0.9, 0.2, 0.4)).toBe(1);
});

test('three temple cards are moments, the others are not', () => {
  expect(momentOf(uncovered('battering ram'))).toEqual({ kind: 'ram', seat: 2 });
  expect(momentOf(uncovered('piston'))).toEqual({ kind: 'piston', hit: [1] });
  expect(momentOf(uncovered('iris flash'))).toEqual({ kind: 'flash', seat: 2 });
  expect(momentOf(uncovered('fire'))).toBeNull();
});

test('the ram begins at its wall, is there when it strikes, and goes back', () => {
  expect(reachOfRam(0, 90, 200)).toBeCloseTo(90);
  expect(reachOfRam(STRIKES.ram, 90, 200)).toBeCloseTo(200);
  expect(reachOfRam(0.2, 90, 200)).toBeLessThan(90);
  expect(reachOfRam(1, 90, 200)).toBeLessThan(90);
});

test('the Egg flies in an arc and arrives upright', () => {
  const [from, to] = [{ x: 0, y: 0 }, { x: 100, y: 40 }];
  expect(flightOfEgg(0, from, to)).toEqual({ ...from, turn: 0 });
  expect(flightOfEgg(0.5, from, to)).toEqual({ x: 50, y: -40, turn: 180 });
  expect(flightOfEgg(1, from, to)).toEqual({ ...to, turn: 360 });
});

describe('light from the middle', () => {
  const open = '.'.repeat(16);
  const shut = '|'.repeat(16);

  test('falls as far as gaps lie behind gaps', () => {
    const walls = (one: string, two: string, three: string): RingView[] => [
      ring('Central', one),
      ring('Inner', two),
      ring('Middle', three),
    ];
    const reached = (rings: RingView[]): Set<string> =>
      new Set(lightFrom(rings, still).map((lit) => lit.ring));
    expect(reached(walls(open, open, open))).toEqual(new Set(['Inner', 'Middle', 'Outer']));
    expect(reached(walls(open, shut, open))).toEqual(new Set(['Inner']));
    expect(reached(walls(shut, open, open))).toEqual(new Set());
  });

  test('is as wide as what two gaps have in common', () => {
    const rings = [ring('Central', `.${'|'.repeat(15)}`), ring('Inner', `|.${'|'.repeat(30)}`)];
    const behind = lightFrom(rings, still).filter((lit) => lit.ring === 'Middle');
    expect(behind).toMatchObject([{ begin: 11.25, end: 22.5 }]);
  });

  test('turns with the walls, past twelve o’clock as well', () => {
    const rings = [ring('Central', `.${'|'.repeat(15)}`)];
    const lit = lightFrom(rings, () => -0.5);
    expect(lit.map(({ begin, end }) => [begin, end])).toEqual([
      [348.75, 360],
      [0, 11.25],
    ]);
  });
});
