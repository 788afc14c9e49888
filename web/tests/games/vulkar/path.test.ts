import { expect, test } from 'vitest';
import { ISLAND, LANE, PIT, SPACE } from '../../../src/games/vulkar/island';
import { Path } from '../../../src/games/vulkar/path';
import { EMBER } from '../../../src/games/vulkar/pictures';
import { EMBER_ROLLS, roll, space } from './tables';

const standing = [SPACE.M2!.at, SPACE.S1!.at, null, null];

test('an ember comes out of its pit, down its lanes, and rests in the last', () => {
  const path = new Path(EMBER_ROLLS, standing);
  const [x, y] = path.marble(EMBER, 0)!;
  expect([x, y]).toEqual(PIT.Cough!.at.slice(0, 2));
  const end = path.seconds - 0.61;
  const [last, up] = path.marble(EMBER, end)!;
  const near = Math.min(...LANE.sulphur!.points.map(([px, py]) => Math.hypot(px - last, py - up)));
  expect(near).toBeLessThan(8);
  expect(path.marble(EMBER, path.seconds)).toBeNull();
});

test('who is felled falls when the marble is there', () => {
  const path = new Path(EMBER_ROLLS, standing);
  const [fall] = path.falls;
  expect(path.falls).toHaveLength(1);
  expect(fall!.figure).toBe(1);
  const [x, y] = path.marble(EMBER, fall!.time)!;
  expect(Math.hypot(x - SPACE.S1!.at[0], y - SPACE.S1!.at[1])).toBeLessThan(14);
  expect(path.figure(1, fall!.time - 0.1)!.turn[0]).toBe(1);
  expect(path.figure(1, fall!.time + 1)!.turn[0]).toBeLessThan(0.8);
  expect(path.figure(0, fall!.time + 1)!.turn[0]).toBe(1);
  expect(path.figure(2, 0)).toBeNull();
});

test('fireballs come one after another, each from Vul-Kar', () => {
  const rolls = [
    roll('fireball into', { lane: 'ash' }),
    roll('fireball rests', { lane: 'ash' }),
    roll('fireball into', { lane: 'doze' }),
    roll('fireball leaves', { lane: 'doze' }),
  ];
  const path = new Path(rolls, standing);
  expect(path.marble(0, 0)!.slice(0, 2)).toEqual(ISLAND.vulkar.at.slice(0, 2));
  expect(path.marble(1, 0)).toBeNull();
  expect(path.marble(1, 0.36)).not.toBeNull();
  expect(path.falls).toEqual([]);
});

test('a figure that is only passed stays as it is', () => {
  const rolls = [
    roll('fireball into', { lane: 'low burn' }),
    roll('fireball passes', { lane: 'low burn', space: space('S1'), figure: 1, seat: 1 }),
    roll('fireball arrives', { lane: 'low burn', end: 'soot foot' }),
  ];
  expect(new Path(rolls, standing).falls).toEqual([]);
});
