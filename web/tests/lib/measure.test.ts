import { expect, test } from 'vitest';
import { measured, measureOf, POINTS } from '../../src/lib/measure';

const COINS = { one: 'coin', many: 'coins', decides: true };

test('a number has its word', () => {
  expect(measured(1, POINTS)).toBe('1 point');
  expect(measured(0, POINTS)).toBe('0 points');
  expect(measured(-1, COINS)).toBe('-1 coins');
});

test('where nothing is measured there is no number', () => expect(measured(7, null)).toBe(''));

test('until the server tells a measure it is points', () => {
  expect(measureOf({})).toBe(POINTS);
  expect(measureOf({ measure: COINS })).toBe(COINS);
  expect(measureOf({ measure: null })).toBeNull();
});
