import { PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { allowed, between, eased, FIELD, fitting, standsAt, type Look, type Place } from '../../../../src/games/vulkar/scene/look';
import { project } from '../../../../src/games/vulkar/scene/picking';

const LOOK: Look = { x: 0, y: 0, z: 50, far: 500, turn: -90, tilt: 30 };
const FLAT = (): number => 0;

function lensAt(look: Look, aspect: number): PerspectiveCamera {
  const lens = new PerspectiveCamera(FIELD, aspect, 1, 9000);
  lens.up.set(0, 0, 1);
  lens.position.set(...standsAt(look));
  lens.lookAt(look.x, look.y, look.z);
  lens.updateMatrixWorld();
  return lens;
}

test('the camera stands in the south, above what it looks at', () => {
  const [x, y, z] = standsAt(LOOK);
  expect(x).toBeCloseTo(0);
  expect(y).toBeCloseTo(-500 * Math.cos(Math.PI / 6));
  expect(z).toBeCloseTo(50 + 250);
});

test('it never stands in the ground', () => {
  const cliff = (_: number, y: number): number => (y < -200 ? 400 : 0);
  const [, y, z] = standsAt(allowed(LOOK, cliff));
  expect(z).toBeGreaterThan(cliff(0, y));
});

test('it stays at the table, and neither under it nor upside down', () => {
  const wild = allowed({ x: 9000, y: -9000, z: -5, far: 1, turn: 720, tilt: -40 }, FLAT);
  expect(wild.x).toBeLessThan(700);
  expect(wild.y).toBeGreaterThan(-500);
  expect(wild.far).toBeGreaterThan(100);
  expect(wild.tilt).toBeGreaterThan(0);
  expect(allowed({ ...LOOK, tilt: 200 }, FLAT).tilt).toBeLessThan(90);
});

test.each([0.46, 1, 1.6, 2.3])('all places are in the picture, and fill it: aspect %d', (aspect) => {
  const places: Place[] = [[-600, -400, 0], [600, -400, 0], [-600, 380, 60], [600, 380, 0], [-15, 55, 230]]; // prettier-ignore
  for (const [turn, tilt] of [[-90, 47], [-90, 89], [20, 30], [135, 60]] as const) {
    const lens = lensAt(fitting(places, turn, tilt, aspect, 0.9), aspect);
    const seen = places.map((place) => project(lens, place)!);
    const edge = (n: 0 | 1): number => Math.max(...seen.map((spot) => Math.abs(2 * spot[n] - 1)));
    expect(Math.max(edge(0), edge(1))).toBeCloseTo(0.9, 2);
  }
});

test('from one look to another it goes the shorter way round, and evenly nearer', () => {
  const half = between({ ...LOOK, turn: 170 }, { ...LOOK, turn: -170, far: 2000 }, 0.5);
  expect(half.turn).toBeCloseTo(180);
  expect(half.far).toBeCloseTo(1000);
  expect(between(LOOK, { ...LOOK, x: 100 }, 1).x).toBe(100);
});

test('it starts and stops gently', () => {
  expect([eased(0), eased(0.5), eased(1)]).toEqual([0, 0.5, 1]);
  expect(eased(0.1)).toBeLessThan(0.1);
  expect(eased(0.9)).toBeGreaterThan(0.9);
});
