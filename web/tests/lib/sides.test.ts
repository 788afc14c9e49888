import { expect, test } from 'vitest';
import { isOneSide, teamsOf } from '../../src/lib/sides';
import { seat } from '../seats';

const seated = (...sides: number[]) => sides.map((side, n) => seat(n, { side }));
const teams = (...sides: number[]): string[] =>
  teamsOf(seated(...sides)).map(({ letter, seats }) => letter + seats.map((one) => one.seat).join(''));

test('partners are a team, with a letter', () => {
  expect(teams(0, 1, 0, 1)).toEqual(['A02', 'B13']);
  expect(teams(4, 2, 4)).toEqual(['A1', 'B02']);
});

test('without partners, or with all of them, there are no teams', () => {
  expect(teams(0, 1, 2)).toEqual(['012']);
  expect(teams(0, 0, 0)).toEqual(['012']);
  expect(teams(0)).toEqual(['0']);
});

test('only several can be on one side', () => {
  expect(isOneSide(seated(0, 0))).toBe(true);
  expect(isOneSide(seated(0, 1))).toBe(false);
  expect(isOneSide(seated(0))).toBe(false);
});
