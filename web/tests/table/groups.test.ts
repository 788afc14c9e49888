import { describe, expect, it } from 'vitest';
import type { Offer } from '../../src/lib/types';
import { groupsOf, pattern } from '../../src/table/groups';

const offer = (kind: string, code: string, says: string, move = 0): Offer => ({
  move,
  kind,
  code,
  says,
  target: {},
});
const walk = (code: string): Offer => offer('walk', code, `walks to ${code}`);
const places = (row: string, count: number): Offer[] =>
  Array.from({ length: count }, (_, n) => offer('lay', `${row}${n}`, `lays a tile on ${row}${n}`));

describe('offers stand together by kind', () => {
  it('single moves come first, and then each kind with its name', () => {
    const groups = groupsOf([walk('a1'), walk('a2'), offer('stop', 'stop', 'ends the turn')]);
    expect(groups.map(({ name }) => name)).toEqual(['', 'Walk']);
    expect(groups[0]!.rows[0]!.offers.map(({ code }) => code)).toEqual(['stop']);
    expect(groups[1]!.rows[0]!.offers.map(({ code }) => code)).toEqual(['a1', 'a2']);
  });

  it('needs no name where there is only one kind', () => {
    expect(groupsOf([walk('a1'), walk('a2')]).map(({ name }) => name)).toEqual(['']);
    expect(groupsOf([])).toEqual([]);
  });
});

describe('many moves that do the same', () => {
  it('are said once, and stand in rows by their places', () => {
    const [group] = groupsOf([...places('B', 10), ...places('A', 10)]);
    expect(group!.says).toBe('lays a tile on …');
    expect(group!.rows.map(({ name, offers }) => [name, offers.length])).toEqual([
      ['A', 10],
      ['B', 10],
    ]);
  });

  it('are told one by one where they are few, or do different things', () => {
    expect(groupsOf(places('A', 5))[0]!.says).toBe('');
    const mixed = [...places('A', 20), offer('lay', 'x', 'lays nothing')];
    expect(groupsOf(mixed)[0]!.says).toBe('');
  });

  it('differ in the last word of the code', () => {
    expect(pattern(offer('lay', 'n A3', 'lays tile 3 on A3'))).toBe('lays tile 3 on …');
  });
});
