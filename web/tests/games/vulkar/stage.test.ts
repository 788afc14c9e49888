// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SPACE, TREE } from '../../../src/games/vulkar/island';
import { Stage } from '../../../src/games/vulkar/stage.svelte';
import { EMBER_ROLLS, happening, line, seenRolling, space, table } from './tables';

// What was packed, browsers unpack; the tests of pictures see to that.
vi.mock(import('../../../src/games/vulkar/pictures'), async (load) => ({
  ...(await load()),
  picturesIn: () => Promise.resolve(seenRolling()),
}));

const kept = (): Promise<Blob> => Promise.resolve(new Blob());

const NOTHING_KEPT = (): Promise<Blob> => Promise.reject(new Error('none'));
const before = table(['M2', 'S1', 'B22', 'lying S27']);
const after = table(['M2', 'lying S1', 'B22', 'lying S27']);

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Let a keepsake come, which takes real time. */
async function arrive(stage: Stage): Promise<void> {
  await vi.waitFor(() => expect(stage.launch).not.toBeNull());
}

test('a figure walks from space to space before the view says so', () => {
  const stage = new Stage(before, [], NOTHING_KEPT);
  const there = table(['M3', 'S1', 'B22', 'lying S27']);
  const step = { kind: 'step', words: 'to', seat: 0, figure: 0, first: space('M3'), space: space('M3'), way: [space('M3')], finds: [] };
  stage.show(there, [line(1, step)]);
  expect(stage.isBusy).toBe(true);
  expect(stage.view).toBe(before);
  vi.advanceTimersByTime(130);
  const [x] = stage.placed(0)!.at;
  expect(x).toBeLessThan(SPACE.M2!.at[0]);
  expect(x).toBeGreaterThan(SPACE.M3!.at[0]);
  vi.advanceTimersByTime(1000);
  expect(stage.isBusy).toBe(false);
  expect(stage.view).toBe(there);
  expect(stage.placed(0)!.at).toEqual(SPACE.M3!.at);
});

test('a launch is played from its pictures, and nothing tells its end before', async () => {
  const stage = new Stage(before, [], kept);
  stage.show(after, [line(1, null), happening(2, EMBER_ROLLS, { keepsake: 2 })]);
  expect(stage.isFetching).toBe(true);
  await arrive(stage);
  expect(stage.launch!.isByOdds).toBe(false);
  expect(stage.seen).toBe(-1);
  vi.advanceTimersByTime(400);
  expect(stage.launch!.marbles.map(({ number }) => number)).toEqual([4]);
  expect(stage.placed(1)!.isDown).toBe(false);
  expect(stage.view).toBe(before);
  vi.advanceTimersByTime(8000);
  expect(stage.launch).toBeNull();
  expect(stage.view).toBe(after);
  expect(stage.seen).toBeNull();
});

test('at a knock time goes slower', async () => {
  const stage = new Stage(before, [], kept);
  stage.show(after, [happening(2, EMBER_ROLLS, { keepsake: 2 })]);
  await arrive(stage);
  const { launch } = stage;
  expect(launch!.speed).toBe(1);
  launch!.time = launch!.pictures.falls[0]!.time;
  expect(launch!.speed).toBeLessThan(0.5);
});

test('who fell lies as they fell, until they stand again', async () => {
  const stage = new Stage(before, [], kept);
  const log = [happening(2, EMBER_ROLLS, { keepsake: 2 })];
  stage.show(after, log);
  await arrive(stage);
  vi.advanceTimersByTime(9000);
  expect(stage.placed(1)!.isDown).toBe(true);
  expect(stage.placed(1)!.at).not.toEqual(SPACE.S1!.at);
  stage.show(table(['M2', 'S1', 'B22', 'lying S27']), [...log, line(9, null)]);
  expect(stage.placed(1)!.isDown).toBe(false);
});

test('without pictures the marble goes along its lanes', async () => {
  const stage = new Stage(before, [], NOTHING_KEPT);
  stage.show(after, [happening(2, EMBER_ROLLS, { keepsake: 2 })]);
  await arrive(stage);
  expect(stage.launch!.isByOdds).toBe(true);
  vi.advanceTimersByTime(300);
  expect(stage.launch!.marbles).toHaveLength(1);
  vi.advanceTimersByTime(9000);
  expect(stage.view).toBe(after);
});

test('who does not want to wait sees how it ended', async () => {
  const stage = new Stage(before, [], kept);
  stage.show(after, [happening(2, EMBER_ROLLS, { keepsake: 2 })]);
  await arrive(stage);
  stage.skip();
  expect(stage.launch).toBeNull();
  expect(stage.isBusy).toBe(false);
  expect(stage.view).toBe(after);
});

test('a launch is watched again with everything turned as it was', async () => {
  const later = table(['M2', 'lying S1', 'B22', 'lying S27'], {
    trees: before.trees.map((tree) => ({ ...tree, heading: 3 })),
  });
  const turn = { kind: 'tree', seat: 0, tree: 'twins', number: 3, heading: '3', lanes: {} };
  const log = [happening(2, EMBER_ROLLS, { keepsake: 2 }), line(7, turn)];
  const stage = new Stage(later, log, kept);
  const now = stage.way('twins');
  stage.again(2);
  await arrive(stage);
  expect(stage.launch!.isAgain).toBe(true);
  expect(stage.way('twins')).toBe(TREE.twins!.way);
  expect(stage.placed(1)!.isDown).toBe(false);
  vi.advanceTimersByTime(9000);
  expect(stage.launch).toBeNull();
  expect(stage.way('twins')).toBe(now);
  expect(stage.view).toBe(later);
});

test('what was taken back is not played', () => {
  const stage = new Stage(after, [line(1, null), line(2, null)], NOTHING_KEPT);
  stage.show(before, [line(1, null)]);
  expect(stage.isBusy).toBe(false);
  expect(stage.view).toBe(before);
});

test('after it is left nothing goes on', async () => {
  const stage = new Stage(before, [], kept);
  stage.show(after, [happening(2, EMBER_ROLLS, { keepsake: 2 })]);
  await arrive(stage);
  stage.leave();
  flushSync();
  expect(vi.getTimerCount()).toBe(0);
});
