import { expect, test } from 'vitest';
import { headingsAt, newsIn, rollingsIn } from '../../../src/games/vulkar/log';
import { upTo } from '../../../src/lib/log';
import { EMBER_ROLLS, happening, line, roll } from './tables';

const log = [
  line(1, { kind: 'tree', tree: 'widow', number: 4 }),
  happening(2, EMBER_ROLLS, { keepsake: 2 }),
  line(7, { kind: 'heading', tree: null, number: 3 }),
  happening(8, [roll('fireball into', { lane: 'ash' }), roll('fireball leaves', { lane: 'ash' })], { by_odds: true }),
];

test('the marbles of an action are one launch', () => {
  const [ember, fireball] = rollingsIn(log);
  expect([ember!.number, ember!.last, ember!.keepsake, ember!.isByOdds]).toEqual([2, 6, 2, false]);
  expect([fireball!.number, fireball!.keepsake, fireball!.isByOdds]).toEqual([8, null, true]);
  expect(ember!.rolls).toHaveLength(5);
});

test('only what is new is news', () => {
  expect(newsIn(log, 6).map(({ last }) => last)).toEqual([7, 9]);
});

test('how everything was turned then is known from the log', () => {
  expect(headingsAt(log, 2).trees.widow).toBe(4);
  expect(headingsAt(log, 2).heading).toBe(6);
  expect(headingsAt(log, 8).heading).toBe(3);
});

test('a log that was shown in part tells no more than that', () => {
  expect(upTo(log, 1).map(({ number }) => number)).toEqual([1]);
  expect(upTo(log, 3).at(-1)!.parts.map(({ number }) => number)).toEqual([2, 3]);
  expect(upTo(log, 9)).toEqual(log);
});
