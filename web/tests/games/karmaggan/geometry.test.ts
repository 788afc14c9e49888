import { describe, expect, test } from 'vitest';
import {
  angleOf,
  nearest,
  placeOf,
  polar,
  sizeOf,
  spotOf,
} from '../../../src/games/karmaggan/geometry';
import type { GateView, Space } from '../../../src/games/karmaggan/view';

const space = (row: string, ring: string, column: number, number: number): Space => ({
  name: `${row}${column}`,
  ring,
  row,
  column,
  number,
  tile: 'empty',
});
const GATES: GateView[] = [{ name: 'Sun 1', group: 'Sun', column: 4, width: 3, is_open: true }];

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

test('a ring comes to where it is by the shorter way', () => {
  expect(nearest(1, 15)).toBe(17);
  expect(nearest(15, 17)).toBe(15);
  expect(nearest(3, 3)).toBe(3);
});

test('spaces are as large as their smaller side', () => {
  expect(sizeOf(space('C', 'Outer', 0, 128))).toBeLessThan(sizeOf(space('A', 'Outer', 0, 0)));
});
