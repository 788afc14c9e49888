import { afterEach, beforeEach, expect, test } from 'vitest';

import { dateOf, dateOfDay } from '../../src/lib/dates';
import { speech } from '../../src/lib/speech.svelte';
import { day } from '../../src/lib/words';
import catalogue from '../../src/words/de.po';

const read = speech.locale;

beforeEach(() => {
  speech.locale = 'de-DE';
});

afterEach(() => {
  speech.locale = read;
});

test('dates are said in the language that somebody reads, not in one that a translation names', () => {
  expect(dateOf('2025-11-12T12:00:00Z')).toBe('12. Nov.');
  expect(dateOfDay('2025-11-12')).toBe('12. Nov.');
  expect(day('2025-05-01T12:00:00Z')).toBe('1. Mai');
  expect(Object.keys(catalogue)).not.toContain('en-GB');
});
