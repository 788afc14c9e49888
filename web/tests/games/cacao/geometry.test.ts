import { describe, expect, test } from 'vitest';
import { corner, edges, frameOf, same, squareAt } from '../../../src/games/cacao/geometry';
import type { CacaoView, Spot } from '../../../src/games/cacao/view';

const spot = (column: number, row: number): Spot => ({ column, row });
const view = (jungle: Spot[], workers: Spot[] = [], filling: Spot[] = []): CacaoView =>
  ({ ground: 30, jungle_tiles: jungle, worker_tiles: workers, filling }) as unknown as CacaoView;

test('a tap finds the square that lies there, and no space', () => {
  const seen = frameOf(view([spot(28, 0), spot(3, 6)]));
  expect(squareAt(250, 150, seen)).toBe(14); // column 29, row 0
  expect(squareAt(150, 150, seen)).toBeNull();
  expect(squareAt(350, 50, seen)).toBe(435); // column 0, row 29
});

describe('what is looked at', () => {
  test('is all tiles and one more around those of the jungle', () => {
    const seen = frameOf(view([spot(10, 10), spot(16, 15)], [spot(12, 17)]));
    expect(seen).toEqual({ left: 9, top: 9, columns: 9, rows: 9, ground: 30 });
  });

  test('is at least six by five, the tiles in its middle', () => {
    expect(frameOf(view([spot(10, 10)]))).toMatchObject({ left: 8, top: 8, columns: 6, rows: 5 });
  });

  test('may lie over the edge, where the ground goes on', () => {
    const seen = frameOf(view([spot(28, 0), spot(3, 6)]));
    expect(seen).toMatchObject({ left: 27, columns: 8, top: 29, rows: 9 });
    expect(corner(spot(28, 0), seen)).toEqual({ x: 100, y: 100 });
    expect(corner(spot(3, 6), seen)).toEqual({ x: 600, y: 700 });
  });

  test('is also where the jungle will be filled', () => {
    expect(frameOf(view([spot(10, 10)], [], [spot(18, 10)]))).toMatchObject({ left: 9, columns: 10 });
  });
});

test('spots are the same by where they are', () => {
  expect(same(spot(1, 2), spot(1, 2))).toBe(true);
  expect(same(spot(1, 2), spot(2, 1))).toBe(false);
  expect(same(null, spot(1, 2))).toBe(false);
  expect(same(null, null)).toBe(false);
});

test('a tile of the hand is written by its edges', () => expect(edges('2-1-0-1')).toEqual([2, 1, 0, 1]));
