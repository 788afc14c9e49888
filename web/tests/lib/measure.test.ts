import { expect, test } from 'vitest';
import { measured } from '../../src/lib/measure';

const POINTS = { one: 'point', many: 'points', decides: true };

test('a number has its word', () => {
  expect(measured(1, POINTS)).toBe('1 point');
  expect(measured(0, POINTS)).toBe('0 points');
  expect(measured(-1, POINTS)).toBe('-1 points');
});

test('where nothing is measured there is no number', () => expect(measured(7, null)).toBe(''));
