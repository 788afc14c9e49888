import { describe, expect, test } from 'vitest';
import {
  around,
  corner,
  frame,
  middle,
  reach,
  sizeOf,
  spaceName,
  spaceNamed,
  spacesIn,
  trail,
} from '../../../src/games/karuba_cards/geometry';
import type { CardSeatView } from '../../../src/games/karuba_cards/view';

const island = (laid: string[], open: string[] = []): CardSeatView =>
  ({ spaces: laid.map((name) => ({ space: spaceNamed(name) })), open_to_cards: open }) as CardSeatView;

test('spaces have names: a1 is the first, d4 the middle, g7 the last', () => {
  expect(['a1', 'g1', 'a2', 'd4', 'g7'].map(spaceNamed)).toEqual([0, 6, 7, 24, 48]);
  for (let space = 0; space < 49; space++) expect(spaceNamed(spaceName(space))).toBe(space);
  expect(corner(spaceNamed('b3'))).toEqual({ x: 100, y: 200 });
  expect(middle(spaceNamed('b3'))).toEqual({ x: 150, y: 250 });
});

describe('what is looked at', () => {
  test('is at least four by four, with the cards in its middle', () => {
    expect(frame(island(['d4']), true)).toEqual({ x: 140, y: 140, width: 420, height: 420 });
  });

  test('is close by all that is open to a card as well', () => {
    const seat = island(['d4'], ['a4', 'g4', 'd7']);
    expect(frame(seat, false)).toEqual({ x: -10, y: 140, width: 720, height: 720 });
    expect(frame(seat, true).width).toBe(420);
  });

  test('is from far away all that is open, before there is a card', () => {
    expect(frame(island([], ['d4']), true)).toEqual(frame(island([], ['d4']), false));
  });
});

test('an island is as large as its columns and rows', () => {
  expect(sizeOf(island(['b2', 'b3', 'c3']))).toEqual([2, 2]);
  expect(sizeOf(island(['a1', 'b1', 'c1']))).toEqual([3, 1]);
  expect(sizeOf(island([]))).toEqual([0, 0]);
});

describe('an island may spread', () => {
  test('four columns and rows from any of its cards, within the field', () => {
    expect(reach(island(['d4']))).toEqual({ x: 0, y: 0, width: 700, height: 700 });
    expect(reach(island(['a1']))).toEqual({ x: 0, y: 0, width: 400, height: 400 });
    expect(reach(island(['b2', 'e2']))).toEqual({ x: 100, y: 0, width: 400, height: 500 });
    expect(reach(island([]))).toBeNull();
  });

  test('less far with one more card', () => {
    expect(reach(island(['d4']), [spaceNamed('f4')])).toEqual({
      x: 200,
      y: 0,
      width: 500,
      height: 700,
    });
  });
});

test('a space is in a part of the field only as a whole', () => {
  expect(spacesIn({ x: 100, y: 0, width: 250, height: 100 }).map(spaceName)).toEqual(['b1', 'c1']);
});

test('around a part of the field there is a hole of its size', () => {
  expect(around({ x: 100, y: 0, width: 200, height: 300 })).toContain('M100 0h200v300h-200Z');
});

test('a trail is a little aside', () => {
  expect(trail([0, 1], 5)).toBe('M55 55L155 55');
});
