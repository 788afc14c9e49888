import { expect, test } from 'vitest';
import { byKey, shifted } from '../../../../src/games/vulkar/scene/controls';
import { chased, lookAt } from '../../../../src/games/vulkar/scene/following';
import type { Look } from '../../../../src/games/vulkar/scene/look';
import { ribbons } from '../../../../src/games/vulkar/scene/trails';
import { picturesIn } from '../../../../src/games/vulkar/pictures';
import { keepsake } from '../launches';

const LOOK: Look = { x: 0, y: 0, z: 0, far: 1000, turn: -90, tilt: 50 };

test('the camera comes nearer to what it follows, however long a picture takes', () => {
  const wanted = { ...LOOK, x: 300 };
  const once = chased(LOOK, wanted, 0.5).x;
  const often = chased(chased(LOOK, wanted, 0.25), wanted, 0.25).x;
  expect(once).toBeGreaterThan(100);
  expect(often).toBeCloseTo(once);
  expect(chased(LOOK, wanted, 60).x).toBeCloseTo(300);
});

test('it looks at the middle of what matters, and not too closely', () => {
  const { x, y, far } = lookAt([[100, 50, 90], [140, 50, 90]], LOOK, 1.5); // prettier-ignore
  expect(x).toBeCloseTo(120, 0);
  expect(Math.abs(y - 50)).toBeLessThan(40);
  expect(far).toBeGreaterThan(400);
  expect(lookAt([[-500, 0, 0], [500, 0, 0]], LOOK, 1.5).far).toBeGreaterThan(far * 2); // prettier-ignore
});

test('what is dragged to the right goes right, wherever one stands', () => {
  expect(shifted(LOOK, 100, 0, 900).x).toBeLessThan(0); // one looks further left
  expect(shifted({ ...LOOK, turn: 90 }, 100, 0, 900).x).toBeGreaterThan(0);
  expect(shifted(LOOK, 0, 100, 900).y).toBeGreaterThan(0);
});

test('keys turn, tilt, and come nearer; with Shift they move aside', () => {
  expect(byKey('ArrowLeft', false, LOOK)).toEqual({ turn: -102 });
  expect(byKey('ArrowUp', false, LOOK)).toEqual({ tilt: 57 });
  expect(byKey('+', false, LOOK)!.far).toBeLessThan(LOOK.far);
  expect(byKey('ArrowRight', true, LOOK)!.x).toBeGreaterThan(0);
  expect(byKey('x', false, LOOK)).toBeNull();
});

test('a trail is as long as a marble rolls, and every marble has its own', async () => {
  const geometry = ribbons(await picturesIn(keepsake('fireballs')));
  const born = geometry.getAttribute('born');
  const places = geometry.getAttribute('position');
  expect(born.count).toBeGreaterThan(100);
  for (let n = 0; n < geometry.index!.count; n += 3) {
    const [one, other] = [geometry.index!.getX(n), geometry.index!.getX(n + 2)];
    expect(Math.abs(born.getX(one) - born.getX(other))).toBeLessThan(0.05);
    const far = Math.hypot(places.getX(one) - places.getX(other), places.getY(one) - places.getY(other));
    expect(far).toBeLessThan(60); // from picture to picture, and never from marble to marble
  }
  for (const one of geometry.getAttribute('across').array) expect(Number.isFinite(one)).toBe(true);
});
