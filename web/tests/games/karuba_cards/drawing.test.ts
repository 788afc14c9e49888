import { describe, expect, test } from 'vitest';
import { inWords, partsOf, rowsOf } from '../../../src/games/karuba_cards/drawing';

const PLAIN = { shows: 'nothing', adventurer: null, temple: null };

describe('a drawing is rows of cards', () => {
  test('with what they show', () => {
    expect(rowsOf('4─● 9└b 12┼B 7│◆')).toEqual([
      {
        cards: [
          { ...PLAIN, number: 4, drawing: '─', shows: 'gold' },
          { ...PLAIN, number: 9, drawing: '└', adventurer: 'blue' },
          { ...PLAIN, number: 12, drawing: '┼', temple: 'blue' },
          { ...PLAIN, number: 7, drawing: '│', shows: 'crystal' },
        ],
        legend: '',
      },
    ]);
  });

  test('which lie below each other as they are written', () => {
    const rows = rowsOf('1─  2│\n    3┼  the crossing\n.   4┌')!;
    expect(rows.map((row) => row.cards.map((card) => card?.number ?? null))).toEqual([
      [1, 2],
      [null, 3],
      [null, 4],
    ]);
    expect(rows.map((row) => row.legend)).toEqual(['', 'the crossing', '']);
  });

  test('or it is of something else', () => {
    expect(rowsOf('a ── b')).toBeNull();
    expect(rowsOf('1─\nwords')).toBeNull();
    expect(rowsOf('. .')).toBeNull();
    expect(rowsOf('')).toBeNull();
  });
});

test('a card is told to whoever does not see it', () => {
  const card = (mark: string): string => inWords(rowsOf(mark)![0]!.cards[0]!);
  expect(card('4─●')).toBe('card 4, a path from west to east, gold');
  expect(card('9┼o')).toBe('card 9, a crossing, the orange adventurer');
  expect(card('9╵P')).toBe('card 9, a path to the north, the purple temple');
});

test('a legend has signs among its words', () => {
  const told = partsOf('here ◆ crystal and b adventurer, but no bogs');
  expect(told.map((part) => (typeof part === 'string' ? part : part.card.shows))).toEqual([
    'here ',
    'crystal',
    ' and ',
    'nothing',
    ' but no bogs',
  ]);
  expect(told[1]).toMatchObject({ word: ' crystal', card: { drawing: '' } });
  expect(told[3]).toMatchObject({ card: { adventurer: 'blue' } });
  expect(partsOf('no sign')).toEqual(['no sign']);
});
