import { expect, test } from 'vitest';
import type { LogLine, Moment, Replay } from '../../src/lib/types';
import { stopAt, stopsOf } from '../../src/replay/stops';
import { line } from '../seats';

const moment = (number: number, says: string, told: Partial<LogLine> = {}): Moment => ({
  ...line(number, says, { seat: number % 2, ...told }),
  points: [number, 0],
});
const replay = (...moments: Moment[]): Replay => ({
  seats: [],
  measure: null,
  start: [3, 4],
  moments,
});

test('a match begins with the table as it was laid out', () => {
  const [first, ...others] = stopsOf(replay());
  expect(first).toMatchObject({ after: 0, seat: null, points: [3, 4], target: null });
  expect(others).toEqual([]);
});

test('a move is a stop, with what it was about', () => {
  const target = { kind: 'walk' };
  const stops = stopsOf(replay(moment(0, 'Ada lays.'), moment(1, 'Bo walks.', { target })));
  expect(stops.map((stop) => [stop.after, stop.seat, stop.says, stop.target])).toEqual([
    [0, null, 'The table is set up.', null],
    [1, 0, 'Ada lays.', null],
    [2, 1, 'Bo walks.', target],
  ]);
  expect(stops[2]!.points).toEqual([1, 0]);
});

test('a move that was told in several lines is one stop', () => {
  const stops = stopsOf(replay(moment(0, 'Bo goes.'), moment(0, 'Ada lays.')));
  expect(stops.map((stop) => stop.says)).toEqual(['The table is set up.', 'Bo goes. Ada lays.']);
});

test('a happening is one stop, after its last part', () => {
  const parts = [line(2, 'A 1.'), line(3, 'A 6.')];
  const [, , happening] = stopsOf(
    replay(moment(1, 'Ada runs.'), moment(2, 'The guard rolls.', { last: 3, parts })),
  );
  expect(happening).toMatchObject({ after: 4, says: 'The guard rolls. A 1. A 6.', parts });
});

test('a happening of one thing is about that thing', () => {
  const parts = [line(0, 'A tile.', { target: { kind: 'reveal' } })];
  const [, happening] = stopsOf(replay(moment(0, 'The display is full.', { parts })));
  expect(happening!.target).toEqual({ kind: 'reveal' });
});

test('a number of moves leads to the stop that tells them', () => {
  const stops = stopsOf(replay(moment(0, 'a'), moment(3, 'd'), moment(4, 'e')));
  expect([0, 1, 2, 4, 5, 99].map((moves) => stopAt(stops, moves))).toEqual([0, 1, 2, 2, 3, 3]);
});
