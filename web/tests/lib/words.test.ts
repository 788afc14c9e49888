import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Measure, SeatView } from '../../src/lib/types';
import {
  awaited,
  day,
  ending,
  listed,
  listedOr,
  outcome,
  seatName,
  stateOf,
  time,
} from '../../src/lib/words';
import { card, over, placed, running, seat } from '../seats';

const POINTS: Measure = { one: 'point', many: 'points', decides: true };

test('words are listed as people do', () => {
  expect(listed([])).toBe('');
  expect(listed(['Ada'])).toBe('Ada');
  expect(listed(['Ada', 'Bo'])).toBe('Ada and Bo');
  expect(listedOr(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo or Cy');
});

test('who does not sit there has no name', () => {
  expect(seatName(seat(1))).toBe('Bo');
  expect(seatName(seat(1, { kind: 'open' }))).toBe('somebody');
  expect(seatName(undefined)).toBe('somebody');
});

describe('who is awaited', () => {
  const ada = seat(0, { is_awaited: true });
  const bo = seat(1, { is_awaited: true });

  test('is named', () => expect(awaited(running([ada, bo]))).toBe('Waiting for Ada and Bo.'));
  test('is you before all others', () =>
    expect(awaited(running([{ ...ada, is_you: true }, bo]))).toBe('Your move.'));
  test('is nobody who has decided', () => {
    const decided = { ...ada, is_you: true, has_decided: true };
    expect(awaited(running([decided, bo]))).toBe('Waiting for Bo.');
    expect(awaited(running([decided]))).toBe('One moment …');
  });
  test('is chance, where it takes its time', () =>
    expect(awaited(running([seat(0)], { waits_for_chance: true }))).toBe('Waiting for chance …'));
});

test.each([
  [-3, '0:00'],
  [5.9, '0:05'],
  [245, '4:05'],
  [3720, '1:02:00'],
  [47 * 3600, '47:00:00'],
  [2 * 24 * 3600, '2 days'],
])('%d seconds are %s', (seconds, says) => expect(time(seconds)).toBe(says));

describe('a table in a list', () => {
  const told = (some: Parameters<typeof card>[0], isMine = false): string =>
    stateOf(card(some), isMine, POINTS);
  const won = (seats: SeatView[], measure: Measure | null = POINTS): string =>
    stateOf(card({ state: 'over', seats }), false, measure);

  test('says whose turn it is', () => {
    const seats = [seat(0, { is_awaited: true }), seat(1)];
    expect(told({ state: 'waiting' })).toBe('not started');
    expect(told({ seats })).toBe('waiting for Ada');
    expect(told({ seats: [seat(0)] })).toBe('in progress');
    expect(told({ seats, awaits_you: true })).toBe('your turn');
  });

  test('says that one left it, if it is ours', () => {
    const seats = [seat(0), seat(1)];
    expect(told({ seats }, true)).toBe('you left; a bot is playing for you');
    expect(told({ seats: [seat(0, { is_you: true })] }, true)).toBe('in progress');
  });

  test('says how it ended, the most first', () => {
    const seats = [
      seat(0, { points: 2, place: 2, result: 'lost' }),
      seat(1, { points: 28, place: 1, result: 'won' }),
    ];
    expect(won(seats)).toBe('Bo won, 28 to 2');
    expect(won([seats[0]!, { ...seats[1]!, is_you: true }])).toBe('you won, 28 to 2');
    expect(won(placed(1))).toBe('1 point');
  });

  test('does not read out the points of more than four', () => {
    expect(won(placed(9, 8, 7, 6))).toBe('Ada won, 9 to 8 to 7 to 6');
    expect(won(placed(9, 8, 7, 6, 5))).toBe('Ada won with 9 points');
  });

  test('says no number where nothing is measured, or it does not decide', () => {
    expect(won(placed(9, 8), null)).toBe('Ada won');
    expect(won(placed(9), null)).toBe('Ada won');
    expect(won(placed(9, 8), { one: 'card', many: 'cards', decides: false })).toBe('Ada won');
    const lost = { result: 'lost' } as const;
    expect(won([seat(0, lost), seat(1, lost)], null)).toBe('nobody won');
    expect(won([seat(0), seat(1)], null)).toBe('ended early');
  });

  test('counts partners once', () => {
    const places = [1, 2, 1, 2];
    const seats = places.map((place, n) =>
      seat(n, {
        place,
        side: place - 1,
        points: place === 1 ? 30 : 12,
        result: place === 1 ? 'won' : 'lost',
      }),
    );
    expect(won(seats)).toBe('Ada and Cy won, 30 to 12');
  });

  test('says who drew', () => {
    const seats = [0, 1].map((n) => seat(n, { place: 1, points: 7, result: 'drawn' }));
    expect(won(seats)).toBe('Ada and Bo drew, 7 to 7');
    expect(won(seats, null)).toBe('Ada and Bo drew');
  });

  test('says whether one alone has won, where points do not decide', () => {
    expect(won([seat(0, { is_you: true, result: 'lost' })], null)).toBe('you lost');
    expect(won([seat(0, { points: 3, result: 'won' })], { ...POINTS, decides: false })).toBe(
      'Ada won',
    );
  });

  test('says of who played together that all won or lost', () => {
    const seats = [0, 1, 2].map((n) => seat(n, { side: 0, result: 'won', is_you: n === 1 }));
    expect(won(seats)).toBe('you all won');
    const lost = seats.map((one): SeatView => ({ ...one, result: 'lost', is_you: false }));
    expect(won(lost)).toBe('they all lost');
  });
});

test('a match ends in a sentence', () => {
  expect(ending(over(placed(3, 2), 'Ada wins.'))).toBe('Ada wins.');
  expect(ending(over(placed(3, 2)))).toBe('The match is over.');
  const all = [0, 1].map((n) => seat(n, { side: 0, result: 'won', is_you: n === 0 }));
  expect(ending(over(all, 'Ada and Bo win.'))).toBe('You all won.');
});

describe('how it ended for a seat', () => {
  const of = (seats: SeatView[]): string[] => seats.map((one) => outcome(one, seats));
  const lost = (seats: SeatView[]): SeatView[] =>
    seats.map((one) => ({ ...one, place: 2, result: 'lost' }));

  test('is its place among rivals', () => expect(of(placed(9, 8))).toEqual(['place 1', 'place 2']));
  test('is what the game left of it', () => {
    expect(of(lost(placed(9, 8)))).toEqual(['lost', 'lost']);
    expect(of(placed(9))).toEqual(['won']);
  });
  test('is what its side has achieved', () => {
    const pairs = placed(9, 9, 8, 8).map((one, n): SeatView => {
      return { ...one, side: n % 2, result: n % 2 ? 'lost' : 'won' };
    });
    expect(of(pairs)).toEqual(['won', 'lost', 'won', 'lost']);
    expect(of(lost(pairs.map((one) => ({ ...one, side: 0 }))))).toEqual(Array(4).fill('lost'));
  });
});

describe('a day', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2025, 10, 16, 9, 30) }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    [new Date(2025, 10, 16, 0, 0), 'today'],
    [new Date(2025, 10, 15, 23, 59), 'yesterday'],
    [new Date(2025, 10, 15, 0, 0), 'yesterday'],
    [new Date(2025, 10, 14, 23, 59), '14 Nov'],
  ])('%s is %s', (moment, says) => expect(day(moment.toISOString())).toBe(says));
});
