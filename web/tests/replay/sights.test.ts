import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../src/lib/api';
import type { Sight } from '../../src/lib/types';
import { eyesOf, Sights, wordOf, type Eyes } from '../../src/replay/sights';

const sight = (number: number): Sight => ({ view: number, drawing: '', points: [], open: [] });
const asked = vi.fn<typeof api.moment>();

beforeEach(() => {
  asked.mockReset().mockImplementation((_id, _withDrawing, number) =>
    Promise.resolve(sight(number)),
  );
  vi.spyOn(api, 'moment').mockImplementation(asked);
});

test('a moment is asked for once', async () => {
  const sights = new Sights('abc', false, true);
  sights.foresee(3);
  expect((await sights.after(3)).view).toBe(3);
  await sights.after(3);
  expect(asked.mock.calls).toEqual([['abc', false, 3, true]]);
});

test('a moment that did not come is asked for again', async () => {
  const sights = new Sights('abc', true, false);
  asked.mockRejectedValueOnce(new Error('away'));
  await expect(sights.after(3)).rejects.toThrow('away');
  expect((await sights.after(3)).view).toBe(3);
});

test('nobody hears of a moment that was only foreseen and did not come', async () => {
  const sights = new Sights('abc', true, false);
  asked.mockRejectedValueOnce(new Error('away'));
  sights.foresee(3);
  await new Promise((done) => setTimeout(done)); // an unheard refusal would fail the test
  expect(asked).toHaveBeenCalledOnce();
});

test('the oldest moment is forgotten for the 301st', async () => {
  const sights = new Sights('abc', false, false);
  for (let moves = 0; moves <= 300; moves++) await sights.after(moves);
  asked.mockClear();
  await sights.after(1);
  expect(asked).not.toHaveBeenCalled();
  await sights.after(0);
  expect(asked).toHaveBeenCalledOnce();
});

test.each<[string | null, Eyes | null]>([
  ['1', 0],
  ['2', 1],
  ['3', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['x', null],
  [null, null],
  ['spectator', 'spectator'],
  ['open', 'open'],
])('at a table of two, %s are the eyes of %s', (word, eyes) => expect(eyesOf(word, 2)).toBe(eyes));

test('an address leads to the eyes it was written for', () => {
  for (const eyes of [0, 7, 'spectator', 'open'] as const)
    expect(eyesOf(wordOf(eyes), 8)).toBe(eyes);
});
