import { expect, test } from 'vitest';
import { inFull, newsIn } from '../../src/lib/log';
import { line } from '../seats';

const rolls = (...numbers: number[]) =>
  line(1, 'The guard rolls.', { parts: numbers.map((one, n) => line(1 + n, `A ${one}.`)) });

test('a happening is told with its parts, if they are few', () => {
  expect(inFull(line(0, 'Ada runs.'))).toBe('Ada runs.');
  expect(inFull(rolls(3, 6))).toBe('The guard rolls. A 3. A 6.');
  expect(inFull(rolls(1, 2, 3, 4))).toBe('The guard rolls.');
});

test('what is new are the lines that were not there', () => {
  expect(newsIn([], [line(0, 'Ada runs.')])).toEqual(['Ada runs.']);
  expect(newsIn([line(0, 'Ada runs.')], [line(0, 'Ada runs.'), rolls(2)])).toEqual([
    'The guard rolls. A 2.',
  ]);
});

test('of a happening that goes on only the new parts are new', () => {
  expect(newsIn([rolls(2)], [rolls(2, 5), line(3, 'Bo sneaks.')])).toEqual(['A 5.', 'Bo sneaks.']);
  expect(newsIn([rolls(2)], [rolls(2)])).toEqual([]);
});

test('what is taken back is no news', () => {
  expect(newsIn([line(0, 'a'), line(1, 'b')], [line(0, 'a')])).toEqual([]);
});
