import { expect, test } from 'vitest';
import type { LogLine, Moment, Replay } from '../../src/lib/types';
import { stopAt, stopsOf } from '../../src/replay/stops';

const moment = (number: number, says: string, points = [number, 0]): Moment => ({
  number,
  seat: number % 2,
  says,
  points,
});
const replay = (...moments: Moment[]): Replay => ({ seats: [], start: [0, 0], moments });
const line = (number: number, target: object | null): LogLine => ({
  number,
  seat: 0,
  says: '',
  target,
});

test('a match begins with the table as it was laid out', () => {
  const [first, ...others] = stopsOf({ seats: [], start: [3, 4], moments: [] }, []);
  expect(first).toMatchObject({ after: 0, seat: null, points: [3, 4], target: null });
  expect(others).toEqual([]);
});

test('a move is a stop, with what it was about', () => {
  const stops = stopsOf(replay(moment(0, 'Ada lays.'), moment(1, 'Bo walks.')), [
    line(1, { kind: 'walk' }),
    line(0, null),
  ]);
  expect(stops.map((stop) => [stop.after, stop.seat, stop.says, stop.target])).toEqual([
    [0, null, 'The table is laid out.', null],
    [1, 0, 'Ada lays.', null],
    [2, 1, 'Bo walks.', { kind: 'walk' }],
  ]);
  expect(stops[2]!.points).toEqual([1, 0]);
});

test('a move that was told in several lines is one stop', () => {
  const stops = stopsOf(replay(moment(0, 'Ada lays.'), moment(0, 'She scores.')), []);
  expect(stops.map((stop) => stop.says)).toEqual([
    'The table is laid out.',
    'Ada lays. She scores.',
  ]);
});

test('a number of moves leads to the stop that tells them', () => {
  const stops = stopsOf(replay(moment(0, 'a'), moment(3, 'd'), moment(4, 'e')), []);
  expect([0, 1, 2, 4, 5, 99].map((moves) => stopAt(stops, moves))).toEqual([0, 1, 2, 2, 3, 3]);
});
