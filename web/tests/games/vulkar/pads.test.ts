import { expect, test } from 'vitest';
import { ISLAND, PIT } from '../../../src/games/vulkar/island';
import { aimedBy, directionOf, firstAim, flickOf, headingOf, padsOf, slung, turnedBy } from '../../../src/games/vulkar/pads';
import type { Target, VulkarOffer } from '../../../src/games/vulkar/view';
import { space } from './tables';

const offer = (move: number, target: object): VulkarOffer => ({
  move,
  kind: '',
  code: '',
  says: '',
  target: target as Target,
});

test('who draws back flicks the other way, the harder the farther', () => {
  const [x, y] = PIT.Wink!.at;
  expect(slung('Wink', x - 20, y)).toEqual({ pit: 'Wink', direction: 0, strength: 0 });
  expect(slung('Wink', x - 40, y)).toEqual({ pit: 'Wink', direction: 0, strength: 1 });
  expect(slung('Wink', x, y - 200)).toEqual({ pit: 'Wink', direction: 4, strength: 2 });
  expect(slung('Wink', x + 3, y)).toBeNull();
});

test('keys turn an aim all the way round, and strength has its ends', () => {
  const aim = { pit: 'Wink', direction: 0, strength: 1 };
  expect(aimedBy(aim, 'ArrowRight')!.direction).toBe(ISLAND.directions - 1);
  expect(aimedBy(aim, 'ArrowLeft')!.direction).toBe(1);
  expect(aimedBy({ ...aim, strength: 2 }, 'ArrowUp')!.strength).toBe(2);
  expect(aimedBy(aim, 'ArrowDown')!.strength).toBe(0);
  expect(aimedBy(aim, 'x')).toBeNull();
});

test('Vul-Kar has eight headings and a tree has six', () => {
  expect(turnedBy({ tree: null, heading: 7 }, 'ArrowLeft')).toEqual({ tree: null, heading: 0 });
  expect(turnedBy({ tree: 'twins', heading: 0 }, 'ArrowRight')).toEqual({ tree: 'twins', heading: 5 });
  expect(headingOf(null, -90)).toBe(6);
  for (const { id, way } of ISLAND.trees) {
    expect(headingOf(id, way)).toBe(0);
    expect(headingOf(id, way + 125)).toBe(2);
  }
  expect(directionOf(-22)).toBe(15);
});

test('an aim is the flick that is offered so', () => {
  const flick = offer(7, { kind: 'flick', pit: 'Wink', direction: 'ne', strength: 'hard', lanes: {} });
  expect(flickOf([flick], { pit: 'Wink', direction: 2, strength: 2 })).toBe(flick);
  expect(flickOf([flick], { pit: 'Wink', direction: 2, strength: 1 })).toBeUndefined();
  expect(flickOf([flick], null)).toBeUndefined();
  expect(firstAim('Wink').direction).toBe(directionOf(PIT.Wink!.way));
});

test('spaces, caves and slabs are chosen on the island, and nothing else', () => {
  const offers = [
    offer(1, { kind: 'step', first: space('M2'), way: [] }),
    offer(2, { kind: 'rise', space: space('S20') }),
    offer(3, { kind: 'map', space: space('S11') }),
    offer(4, { kind: 'board' }),
    offer(5, { kind: 'take', words: 'heart', space: null }),
    offer(6, { kind: 'take', words: 'carrier', space: null }),
    offer(7, { kind: 'nothing', words: 'turning' }),
  ];
  expect(padsOf(offers).map(({ offer, kind }) => [offer.move, kind])).toEqual([
    [1, 'space'],
    [2, 'space'],
    [3, 'space'],
    [4, 'copter'],
    [5, 'slab'],
  ]);
});
