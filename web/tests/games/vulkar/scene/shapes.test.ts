import { expect, test } from 'vitest';
import { carvedAt } from '../../../../src/games/vulkar/scene/vulkar';
import { person } from '../../../../src/games/vulkar/scene/figures';
import { Model, shape } from '../../../../src/games/vulkar/scene/shapes';
import { roundedOutline } from '../../../../src/games/vulkar/scene/table';

test('a model is one geometry of all its parts, each painted and in its place', () => {
  const geometry = new Model()
    .add(shape.box(2, 2, 2), 0xff0000, { at: [10, 0, 1], low: 0xff0000, glow: 0.5 })
    .join(new Model().add(shape.post(1, 1, 4, 8), 0x0000ff), { at: [0, 0, 5], turn: [0, 0, 90] })
    .geometry();
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  expect([min.x, max.x, min.z, max.z].map(Math.round)).toEqual([-1, 11, 0, 9]);
  const [colours, glows] = [geometry.getAttribute('color'), geometry.getAttribute('glow')];
  expect(colours.getX(0)).toBeGreaterThan(0.8);
  expect(colours.getZ(colours.count - 1)).toBeGreaterThan(0.3);
  expect([glows.getX(0), glows.getX(glows.count - 1)]).toEqual([0.5, 0]);
  expect(Math.max(...geometry.index!.array)).toBe(colours.count - 1);
});

test('posts and cones stand on their foot', () => {
  for (const part of [shape.post(1, 2, 7), shape.cone(2, 7)]) {
    part.computeBoundingBox();
    expect(part.boundingBox!.min.z).toBeCloseTo(0);
    expect(part.boundingBox!.max.z).toBeCloseTo(7);
  }
});

test('all four guests are as high as marbles find them, and no two are alike', () => {
  const made = [0, 1, 2, 3].map((number) => person(number, 0xff0000, false).geometry());
  for (const geometry of made) {
    geometry.computeBoundingBox();
    expect(geometry.boundingBox!.min.z).toBeGreaterThanOrEqual(-0.1);
    expect(geometry.boundingBox!.max.z).toBeGreaterThan(30);
    expect(geometry.boundingBox!.max.z).toBeLessThan(36.5);
  }
  expect(new Set(made.map((geometry) => geometry.getAttribute('position').count)).size).toBe(4);
});

test('Vul-Kar has three mouths, deep and glowing, and none at the back', () => {
  for (const mouth of [0, 66, 294]) {
    const { out, glow } = carvedAt(mouth, 12);
    expect(out).toBeLessThan(-6);
    expect(glow).toBeGreaterThan(1);
  }
  expect(carvedAt(180, 12).glow).toBe(0);
});

test('the tray is closed, and round at its corners', () => {
  const outline = roundedOutline(100, 60, 20);
  expect(Math.max(...outline.map(({ x }) => x))).toBeCloseTo(100);
  expect(Math.max(...outline.map(({ x, y }) => Math.hypot(x, y)))).toBeLessThan(Math.hypot(100, 60) - 7);
});
