// @vitest-environment happy-dom
import { expect, test } from 'vitest';

test('dates are said in the language that somebody reads, not in one that a translation names', async () => {
  document.cookie = 'language=de';
  const { dateOf, dateOfDay } = await import('../../src/lib/dates');
  const { day } = await import('../../src/lib/words');
  const { speech } = await import('../../src/lib/speech.svelte');
  expect(dateOf('2025-11-12T12:00:00Z')).toBe('12. Nov.');
  expect(dateOfDay('2025-11-12')).toBe('12. Nov.');
  expect(day('2025-05-01T12:00:00Z')).toBe('1. Mai');
  expect(Object.keys(speech.catalogue)).not.toContain('en-GB');
});
