import { describe, expect, test } from 'vitest';
import {
  around,
  corner,
  isIn,
  middle,
  partInSight,
  partWithin,
  trail,
} from '../../../src/games/karuba_cards/geometry';
import type { CardSeatView } from '../../../src/games/karuba_cards/view';

const SPACES = Array.from({ length: 49 }, (_, space) => space);
const [B3, A4, D4, G4, D7] = [15, 21, 24, 27, 45];
const island = (laid: number[], open: number[] = []): CardSeatView =>
  ({
    spaces: laid.map((space) => ({ space })),
    open_to_cards: open.map((space) => ({ space })),
  }) as CardSeatView;

test('spaces lie row by row', () => {
  expect(corner(B3)).toEqual({ x: 100, y: 200 });
  expect(middle(B3)).toEqual({ x: 150, y: 250 });
});

describe('what is looked at', () => {
  test('is as large as the frame at least, with the cards in its middle', () => {
    const seen = partInSight(island([D4]), 4, true);
    expect(seen).toEqual({ x: 140, y: 140, width: 420, height: 420 });
  });

  test('is close by all that is open to a card as well', () => {
    const seat = island([D4], [A4, G4, D7]);
    expect(partInSight(seat, 4, false)).toEqual({ x: -10, y: 140, width: 720, height: 720 });
    expect(partInSight(seat, 4, true).width).toBe(420);
  });

  test('is from far away all that is open, before there is a card', () => {
    const seat = island([], [D4]);
    expect(partInSight(seat, 4, true)).toEqual(partInSight(seat, 4, false));
  });
});

test('a part of the field has its columns and rows', () => {
  expect(partWithin({ column: 1, row: 0, columns: 4, rows: 5 })).toEqual({
    x: 100,
    y: 0,
    width: 400,
    height: 500,
  });
});

test('a space is in a part of the field only as a whole', () => {
  const part = { x: 100, y: 0, width: 250, height: 100 };
  expect(SPACES.filter((space) => isIn(part, space))).toEqual([1, 2]);
});

test('around a part of the field there is a hole of its size', () => {
  expect(around({ x: 100, y: 0, width: 200, height: 300 })).toContain('M100 0h200v300h-200Z');
});

test('a trail is a little aside', () => {
  expect(trail([0, 1], 5)).toBe('M55 55L155 55');
});
