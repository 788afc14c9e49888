// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ringsOf } from '../../../src/games/karmaggan/drawing';
import { roundsIn } from '../../../src/games/karmaggan/rounds';
import { Stage } from '../../../src/games/karmaggan/stage.svelte';
import type { KarmagganView } from '../../../src/games/karmaggan/view';
import type { LogLine } from '../../../src/lib/types';

const line = (number: number, target: object | null): LogLine => ({
  number,
  last: number,
  seat: 0,
  says: '',
  target,
  parts: [],
  keepsake: null,
  by_odds: false,
  kind: '',
});
const card = (number: number, seat: number, name: string | null): LogLine =>
  line(number, { kind: 'battle', words: 'card', seat, card: name, value: 'null' });

describe('a battle is told in rounds', () => {
  test('both cards of a round belong together', () => {
    const log = [line(0, { kind: 'step' }), card(1, 0, 'tar'), card(2, 1, 'pole'), card(3, 0, 'gaze')];
    expect(roundsIn(log).map((round) => round.map(({ card }) => card))).toEqual([
      ['tar', 'pole'],
      ['gaze'],
    ]);
  });

  test('who has no card left is not asked', () => {
    const log = [card(1, 0, 'tar'), card(2, 1, 'pole'), card(3, 1, 'gaze'), card(4, 1, 'tar')];
    expect(roundsIn(log)).toHaveLength(3);
  });

  test('an earlier battle is over', () => {
    expect(roundsIn([card(1, 0, 'tar'), line(2, { kind: 'put' })])).toEqual([]);
  });
});

test('another drawing is left as it is written', () => {
  expect(ringsOf('A B\n-')).toBeNull();
});

// ── The stage: its clock is stepped ──────────────────────────────────────────────────────────────

function table(turned: number, number: number): KarmagganView {
  const space = { name: 'A0', ring: 'Outer', row: 'A', column: 0, number, tile: 'empty' };
  return {
    rings: [{ ring: 'Outer', turned }],
    gates: [],
    pieces: [{ piece: 0, seat: 0, swarm: null, spawn: null, space, has_egg: false }],
  } as unknown as KarmagganView;
}

describe('what happened is shown in its order', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const turn = line(1, { kind: 'sectors', words: '', ring: 'Outer', way: 'clockwise', number: 3 });

  test('the ring turns first, and then all is as the view says', async () => {
    const stage = new Stage(table(0, 5), []);
    const after = table(3, 5);
    stage.show(after, [turn]);
    expect(stage.isBusy).toBe(true);
    expect(stage.view.rings[0]!.turned).toBe(0);
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.isBusy).toBe(false);
    expect(stage.view).toBe(after);
  });

  test('who is impatient sees the end', async () => {
    const stage = new Stage(table(0, 5), []);
    const after = table(3, 5);
    stage.show(after, [turn]);
    stage.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(stage.view).toBe(after);
  });

  test('what was taken back is not played', () => {
    const stage = new Stage(table(3, 5), [turn]);
    const before = table(0, 5);
    stage.show(before, []);
    expect(stage.isBusy).toBe(false);
    expect(stage.view).toBe(before);
  });

  test('after it is left nothing goes on', async () => {
    const stage = new Stage(table(0, 5), []);
    stage.show(table(3, 5), [turn]);
    stage.leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1); // a picture that was asked for
    expect(stage.view.rings[0]!.turned).toBe(0);
  });
});

test('the drawing of the rulebook is read as rings', () => {
  const row = (mark: string): string => Array(16).fill(mark.repeat(4)).join('  ');
  const text = [
    `A  |${row('.')}`,
    `B   ${row('#')}`,
    `C   ${row('O')}`,
    `-   ${row('*')}`,
    `D   ${row('B')}`,
    `E   ${row('T')}`,
    `-   ${row('|')}`,
    `F   ${row('P')}`,
    `-   ${row('.')}`,
    'G   T',
  ].join('\n');
  const [central, inner, middle, outer] = ringsOf(text)!;
  expect([central, inner, middle, outer].map((ring) => ring!.columns)).toEqual([1, 16, 32, 64]);
  expect(outer!.rows.map(({ row, tiles }) => [row, tiles.length, tiles[0]])).toEqual([
    ['A', 64, 'empty'],
    ['B', 64, 'abyss'],
    ['C', 64, 'object'],
  ]);
  expect([central!.wall, inner!.wall.length, middle!.wall.length]).toEqual(['.'.repeat(16), 32, 64]);
  expect(outer!.bars).toEqual([0]);
});
