import { describe, expect, test } from 'vitest';
import type { Block, EntryView, Note } from '../../src/lib/types';
import {
  addressOf,
  headings,
  isDeep,
  namedIn,
  notesBehind,
  notesWith,
  parts,
  sentencesWith,
} from '../../src/rulebook/text';

const RULES = new Set(['2.1', '3.10', 'F.2']);

const entry = (number: string, text: string, told: Partial<EntryView> = {}): EntryView => ({
  number,
  text,
  source: '',
  is_heading: false,
  is_background: false,
  ...told,
});
const heading = (number: string, text: string): EntryView =>
  entry(number, text, { is_heading: true });
const block = (kind: Block['kind'], text: string, rows: string[][] = []): Block => ({
  kind,
  text,
  rows,
});

describe('a sentence is taken apart', () => {
  const kinds = (text: string): string[][] =>
    parts(text, RULES).map((part) => [part.kind, part.text]);

  test('into the rules it names and the words between', () =>
    expect(kinds('See 2.1 and F.2, 3.10.')).toEqual([
      ['plain', 'See '],
      ['rule', '2.1'],
      ['plain', ' and '],
      ['rule', 'F.2'],
      ['plain', ', '],
      ['rule', '3.10'],
      ['plain', '.'],
    ]));
  test('but a number that is no rule stays one', () =>
    expect(kinds('2.5')).toEqual([['plain', '2.5']]));
  test('into what is strong, what is typed and what explains', () =>
    expect(kinds('**All** type `a1` (ruling: as usual).')).toEqual([
      ['strong', 'All'],
      ['plain', ' type '],
      ['code', 'a1'],
      ['plain', ' '],
      ['aside', '(ruling: as usual)'],
      ['plain', '.'],
    ]));
  test('and loses none of its words', () => {
    const text = 'Rules 2.1, 9.9 (option x) and (no) `code`.';
    expect(parts(text, RULES).map((part) => part.text).join('')).toBe(text.replaceAll('`', ''));
  });
});

test('a note names the rules that it has in brackets', () => {
  expect(namedIn('2.1 of 3.10 tiles (2.1), (9.9), (F.2)', RULES)).toEqual(new Set(['2.1', 'F.2']));
});

test('a note stands behind the last entry under its heading', () => {
  const entries = [entry('', 'Intro'), heading('1', 'Aim'), entry('1.1', 'a'), heading('2', 'Play')];
  const notes: Note[] = ['Aim', 'Play', 'Lost', ''].map((heading) => ({ heading, blocks: [] }));
  const behind = notesBehind(entries, notes);
  expect([...behind].map(([n, note]) => [n, note.heading])).toEqual([
    [2, 'Aim'],
    [3, 'Play'],
    [-1, 'Lost'],
    [0, ''],
  ]);
});

test('a heading has a place, and is a section or a part of one', () => {
  const [section, part] = [heading('2', 'Play'), heading('2.1', 'The turn')];
  expect(headings([section, entry('2.2', 'x'), part])).toEqual([section, part]);
  expect([isDeep(section), isDeep(part)]).toEqual([false, true]);
  expect(isDeep(entry('', 'Box', { is_background: true }))).toBe(true);
  expect(addressOf(part)).toBe('2.1');
  expect(addressOf(heading('', 'The Cards (all)'))).toBe('the-cards-all');
});

describe('who looks for something', () => {
  test('finds sentences by word or number, whatever the case', () => {
    const entries = [heading('1', 'Gold'), entry('1.1', 'GOLD counts.'), entry('1.2', 'Stones.')];
    expect(sentencesWith('gold', entries)).toEqual([entries[1]]);
    expect(sentencesWith('1.2', entries)).toEqual([entries[2]]);
  });

  test('finds of a list its fitting points, of a table all', () => {
    const list = block('list', '', [['gold'], ['stone']]);
    const table = block('table', '', [
      ['tile', 'worth'],
      ['gold', '1'],
    ]);
    const notes = [{ heading: 'Worth', blocks: [list, table, block('text', 'Stone.')] }];
    expect(notesWith('GOLD', notes)).toEqual([
      { heading: 'Worth', blocks: [{ ...list, rows: [['gold']] }, table] },
    ]);
    expect(notesWith('silver', notes)).toEqual([]);
  });
});
