import { PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { ISLAND } from '../../../../src/games/vulkar/island';
import { hitGround, project, rayThrough } from '../../../../src/games/vulkar/scene/picking';
import { islandsGround } from './ground';

function lens(): PerspectiveCamera {
  const made = new PerspectiveCamera(30, 1.5, 1, 9000);
  made.up.set(0, 0, 1);
  made.position.set(0, -1500, 1400);
  made.lookAt(0, 0, 60);
  made.updateMatrixWorld();
  return made;
}

test('a ray meets the ground where it first goes into it', () => {
  const wall = (x: number): number => (x > 100 ? 50 : 0);
  const [x, , z] = hitGround([0, 0, 20], [1, 0, 0], wall)!;
  expect(x).toBeCloseTo(100, 0);
  expect(z).toBeCloseTo(20);
  expect(hitGround([0, 0, 20], [0, 0, 1], wall)).toBeNull(); // the sky
  expect(hitGround([0, 0, 9000], [0.99, 0, -0.14], wall)).toBeNull(); // beyond the table
});

test('what is pointed at is what is drawn there', () => {
  const ground = islandsGround();
  const camera = lens();
  let hits = 0;
  for (const { at, kind } of ISLAND.spaces) {
    if (kind === 'bridge' || kind === 'ladder') continue; // above the ground
    const spot = project(camera, at)!;
    const [from, way] = rayThrough(camera, ...spot);
    const found = hitGround(from, way, (x, y) => ground.at(x, y));
    expect(found).not.toBeNull();
    if (Math.hypot(found![0] - at[0], found![1] - at[1]) < 4) hits += 1; // the others are behind a hill
  }
  expect(hits).toBeGreaterThan(105);
});

test('what is behind the camera is nowhere', () => {
  expect(project(lens(), [0, -3000, 2000])).toBeNull();
});
