import { expect, test } from 'vitest';
import {
  beach,
  corner,
  HEIGHT,
  isStep,
  middle,
  standing,
  temple,
  trail,
  way,
  WIDTH,
} from '../../../src/games/karuba/geometry';
import type { AdventurerView, TempleView, Walk } from '../../../src/games/karuba/view';

const home = { beach: 20, temple: 80 } as TempleView;
const at = (at: string, space: number | null = null): AdventurerView =>
  ({ at, space }) as AdventurerView;

test('spaces lie in six columns and five rows, with a shore around them', () => {
  expect(corner(0)).toEqual({ x: 100, y: 100 });
  expect(corner(5)).toEqual({ x: 600, y: 100 });
  expect(corner(6)).toEqual({ x: 100, y: 200 });
  expect(middle(29)).toEqual({ x: WIDTH - 150, y: HEIGHT - 150 });
});

test('beaches lie in the west, from the north on, and then in the south', () => {
  expect(beach(10)).toEqual({ x: 50, y: 150 });
  expect(beach(50)).toEqual({ x: 50, y: 550 });
  expect(beach(60)).toEqual({ x: 150, y: HEIGHT - 50 });
  expect(beach(110)).toEqual({ x: 650, y: HEIGHT - 50 });
});

test('temples lie in the north, from the west on, and then in the east', () => {
  expect(temple(10)).toEqual({ x: 150, y: 50 });
  expect(temple(60)).toEqual({ x: 650, y: 50 });
  expect(temple(70)).toEqual({ x: WIDTH - 50, y: 150 });
  expect(temple(110)).toEqual({ x: WIDTH - 50, y: 550 });
});

test('an adventurer stands on its beach, on a space or at its temple', () => {
  expect(standing(at('beach'), home)).toEqual(beach(20));
  expect(standing(at('space', 8), home)).toEqual(middle(8));
  expect(standing(at('temple'), home)).toEqual(temple(80));
  expect(standing(at('nowhere'), home)).toBeNull();
});

test('a walk leads over its spaces, and on to the temple if it ends there', () => {
  const walk = (to: string): Walk => ({ path: [10, 11], to }) as Walk;
  expect(way(walk('space'), home)).toEqual([middle(10), middle(11)]);
  expect(way(walk('temple'), home)).toEqual([middle(10), middle(11), temple(80)]);
});

test('a step leads to a neighbour, a beach or a temple too', () => {
  expect(isStep(middle(0), middle(1))).toBe(true);
  expect(isStep(middle(0), middle(6))).toBe(true);
  expect(isStep(beach(10), middle(0))).toBe(true);
  expect(isStep(middle(11), temple(80))).toBe(true);
  expect(isStep(middle(0), middle(0))).toBe(false);
  expect(isStep(middle(0), middle(7))).toBe(false);
  expect(isStep(middle(5), middle(6))).toBe(false);
});

test('a trail is drawn from point to point', () => {
  expect(trail([middle(0), middle(1), middle(7)])).toBe('M150 150L250 150L250 250');
  expect(trail([])).toBe('');
});
