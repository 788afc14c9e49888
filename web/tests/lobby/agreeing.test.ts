import { expect, test } from 'vitest';
import type { GameCard, OptionView } from '../../src/lib/types';
import { agreedOn, changed, limits, nearestOf, possibleSeats, variantOf, whyIdle, whyNot } from '../../src/lobby/agreeing';

const choice = (name: string, seats: number[] | null) => ({ name, called: name, says: name, seats });
const mode: OptionView = {
  name: 'mode',
  called: 'mode',
  says: 'Who plays against whom.',
  choices: [choice('alone', [2, 3, 4, 5, 6]), choice('teams', [4, 6]), choice('together', null)],
  numbers: null,
  only_with: {},
  only_seats: null,
};
const night: OptionView = {
  name: 'night',
  called: 'night',
  says: 'How long.',
  choices: [choice('short', null), choice('long', [1, 2])],
  numbers: null,
  only_with: {},
  only_seats: null,
};
const worth: OptionView = {
  name: 'worth',
  called: 'worth',
  says: 'Treasures.',
  choices: [],
  numbers: { values: [5, 4, 3], low: 0, high: 9, total: null },
  only_with: { mode: ['alone', 'teams'] },
  only_seats: [2, 4],
};
const game = { seats: [1, 2, 3, 4, 5, 6], options: [mode, night, worth] } as unknown as GameCard;

test('as many can play as every choice allows', () => {
  expect(possibleSeats(game)).toEqual([2, 3, 4, 5, 6]);
  expect(possibleSeats(game, { mode: 'teams' })).toEqual([4, 6]);
  expect(possibleSeats(game, { mode: 'together' })).toEqual(game.seats);
  expect(possibleSeats(game, { mode: 'teams', night: 'long' })).toEqual([]);
});

test('it is told why so many cannot play', () => {
  expect(whyNot(game, { mode: 'teams' }, 4)).toBe('');
  expect(whyNot(game, { mode: 'teams' }, 5)).toBe('not with teams');
  expect(whyNot(game, { mode: 'teams', night: 'long' }, 3)).toBe('not with teams and long');
});

test('what limits the seats is told, and nothing else', () => {
  expect(limits(game, {})).toEqual(['With alone: 2 to 6 players.']);
  expect(limits(game, { mode: 'teams' })).toEqual(['With teams: 4 or 6 players.']);
  expect(limits(game, { mode: 'together' })).toEqual([]);
});

test('the seats are as many as wanted, or nearly', () => {
  expect(nearestOf([4, 6], 6)).toBe(6);
  expect(nearestOf([4, 6], 2)).toBe(4);
  expect(nearestOf([4, 6], 8)).toBe(6);
  expect(nearestOf([], 3)).toBe(3);
});

test('only what differs from the usual is sent, and only to its game', () => {
  expect(changed(game, { mode: 'alone', worth: '5,4,3', other: 'x' })).toEqual({});
  expect(changed(game, { mode: 'teams', worth: '5,4,2' })).toEqual({ mode: 'teams', worth: '5,4,2' });
});

test('what is not as usual is told, with the usual numbers', () => {
  expect(agreedOn(game, { mode: 'alone', worth: '5,4,3' })).toEqual([]);
  expect(agreedOn(game, { mode: 'teams', worth: '9,0,0' })).toEqual([
    { name: 'mode', says: 'Who plays against whom', now: 'teams', usual: '', idle: '' },
    { name: 'worth', says: 'Treasures', now: '9, 0, 0', usual: '5, 4, 3', idle: '' },
  ]);
});

test('a variant is known by its settings', () => {
  const rich = { name: 'Rich', says: '', options: { worth: '9,0,0' } };
  const named = { ...game, variants: [rich] };
  expect(variantOf(named, { worth: '9,0,0', mode: 'alone' })).toBe(rich);
  expect(variantOf(named, { worth: '9,0,0', mode: 'teams' })).toBeNull();
  expect(variantOf(named, {})).toBeNull();
});

test('an option that changes nothing says with what', () => {
  expect(whyIdle(game, worth, {}, 4)).toBe('');
  expect(whyIdle(game, worth, { mode: 'together' }, 4)).toBe('no effect with together');
  expect(whyIdle(game, worth, {}, 3)).toBe('no effect with 3 players');
  expect(agreedOn(game, { worth: '9,0,0' }, 3)[0]!.idle).toBe('no effect with 3 players');
});
