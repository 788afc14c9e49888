import { expect, test } from 'vitest';
import { canopy, dice, hasClearing, paths, plants, rounded } from '../../../src/games/karuba/jungle';

const ALL = '╵╶╷╴─│┌┐└┘├┤┬┴┼';
const count = (path: string): number => path.match(/M/g)?.length ?? 0;

test('the same seed rolls the same numbers, another one others', () => {
  const roll = (seed: number): number[] => Array.from({ length: 50 }, dice(seed));
  expect(roll(3)).toEqual(roll(3));
  expect(roll(3)).not.toEqual(roll(4));
});

test('numbers are spread between 0 and 1', () => {
  for (const seed of [-1, 0, 1, 12345]) {
    const rolled = Array.from({ length: 2000 }, dice(seed));
    expect(Math.min(...rolled)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...rolled)).toBeLessThan(1);
    expect(rolled.reduce((sum, one) => sum + one) / 2000).toBeCloseTo(0.5, 1);
  }
});

test('every path begins at an edge that its drawing reaches', () => {
  const reached: Record<string, string> = { '50 0': 'N', '100 50': 'E', '50 100': 'S', '0 50': 'W' };
  const ends = (drawing: string): string =>
    [...paths(drawing).matchAll(/(?:^|[A-Z ])(50 0|100 50|50 100|0 50)(?=$|[A-Z])/g)]
      .map((found) => reached[found[1]!])
      .sort()
      .join('');
  expect(ends('─')).toBe('EW');
  expect(ends('└')).toBe('EN');
  expect(ends('┐')).toBe('SW');
  expect(ends('├')).toBe('ENS');
  expect(ends('┼')).toBe('ENSW');
  expect(ends('╷')).toBe('S');
  expect(paths('?')).toBe('');
});

test('each drawing has paths of its own', () => {
  expect(new Set(Array.from(ALL, paths)).size).toBe(ALL.length);
});

test('there is a clearing where paths meet or end', () => {
  expect(Array.from(ALL).filter(hasClearing).join('')).toBe('╵╶╷╴├┤┬┴┼');
});

test('no plant grows on a path', () => {
  const { length } = plants('┼', 1);
  expect(length).toBe(2);
  // Many seeds, because the kinds of plants that grow there are drawn by lot.
  const grown = (drawing: string): number =>
    Array.from({ length: 40 }, (_, seed) => count(plants(drawing, seed)[0])).reduce((a, b) => a + b);
  expect(grown('┼')).toBeLessThan(grown('─'));
  expect(grown('─')).toBeLessThan(grown('╷'));
});

test('plants stay as they have grown', () => {
  expect(plants('─', 5)).toBe(plants('─', 5));
  expect(plants('─', 5)).not.toEqual(plants('─', 6));
  expect(canopy(0, 0, 100, 60, 30, 2)).toBe(canopy(0, 0, 100, 60, 30, 2));
});

test('a closed line goes by all its points and has no corners', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  expect(rounded(points)).toBe('M5.0 5.0Q0.0 0.0 5.0 0.0Q10.0 0.0 10.0 5.0Q10.0 10.0 5.0 5.0Z');
});
