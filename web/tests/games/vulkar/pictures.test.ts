import { expect, test } from 'vitest';
import { EMBER, picturesIn, readPictures } from '../../../src/games/vulkar/pictures';
import { keepsake } from './launches';

const FRAME = 1 / 30;

test('a keepsake is read as it was written', async () => {
  const seen = await picturesIn(keepsake('ember'));
  expect(seen.frames).toBe(69);
  expect(seen.seconds).toBeCloseTo(68 / 30);
  expect(seen.marble(EMBER, 5 * FRAME)).toEqual([-151.6, -0.2, 119.3]);
  expect(seen.figure(2, seen.seconds)!.at).toEqual([247.2, 37.1, 83.5]);
});

test('between two pictures everything is between', async () => {
  const seen = await picturesIn(keepsake('ember'));
  const [before, after] = [seen.marble(EMBER, 5 * FRAME)!, seen.marble(EMBER, 6 * FRAME)!];
  const half = seen.marble(EMBER, 5.5 * FRAME)!;
  for (const n of [0, 1, 2]) expect(half[n]).toBeCloseTo((before[n]! + after[n]!) / 2);
  const { turn } = seen.figure(1, seen.seconds - FRAME / 3)!;
  expect(Math.hypot(...turn)).toBeCloseTo(1);
});

test('a marble is seen from its start to its end, and no longer', async () => {
  const seen = await picturesIn(keepsake('fireballs'));
  expect(seen.marble(0, 5 * FRAME)).toEqual([64.2, 56.8, 134.4]);
  expect(seen.marble(1, 5 * FRAME)).toBeNull(); // it is dropped later
  expect(seen.marble(1, 0.6)).not.toBeNull();
  expect(seen.marble(EMBER, 0.6)).toBeNull();
  expect(seen.marble(0, 100)).toBeNull();
});

test('who is not on the island is not seen, and who falls is known', async () => {
  const seen = await picturesIn(keepsake('fireballs'));
  expect(seen.figure(3, 0)).toBeNull();
  expect(seen.falls.map(({ figure }) => figure).toSorted()).toEqual([1, 2]);
  for (const { figure, time } of seen.falls) {
    const upright = ([, x, y]: number[]): number => 1 - 2 * (x! ** 2 + y! ** 2);
    expect(upright(seen.figure(figure, time)!.turn)).toBeLessThan(0.71);
    expect(upright(seen.figure(figure, time - 0.2)!.turn)).toBeGreaterThan(0.71);
  }
});

test('numbers that go beyond sixteen bits come round again', () => {
  const changes = new Int16Array(46 * 2);
  changes[0] = -32_000;
  changes[1] = -32_736; // to 800, the short way round
  expect(readPictures(changes.buffer)[46]).toBe(800);
});
