/** From a point of the picture to a place of the island, and back. */
import { Vector3, type PerspectiveCamera } from 'three';
import type { Place } from './look';

const STEP = 5; // millimetres
const HALVINGS = 12;
const FURTHEST = 12000;
const OUTSIDE = 900; // nothing is further out

/** Where a ray meets the ground, or the sea; null where it goes into the sky. */
export function hitGround(
  from: Place,
  way: Place,
  groundAt: (x: number, y: number) => number,
): [number, number, number] | null {
  const depth = (far: number): number => {
    const [x, y] = [from[0] + way[0] * far, from[1] + way[1] * far];
    return from[2] + way[2] * far - Math.max(0, groundAt(x, y));
  };
  let above = 0;
  let gap = depth(0);
  while (gap > 0 && above < FURTHEST) {
    const next = above + Math.max(STEP, gap * 0.4);
    gap = depth(next);
    if (gap > 0) above = next;
    else return within(from, way, lowest(depth, above, next));
  }
  return null;
}

/** Between two points of a ray, above the ground and below it: where it goes through. */
function lowest(depth: (far: number) => number, above: number, below: number): number {
  let [from, to] = [above, below];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (from + to) / 2;
    if (depth(middle) > 0) from = middle;
    else to = middle;
  }
  return to;
}

function within(from: Place, way: Place, far: number): [number, number, number] | null {
  const [x, y] = [from[0] + way[0] * far, from[1] + way[1] * far];
  return Math.hypot(x, y) > OUTSIDE ? null : [x, y, from[2] + way[2] * far];
}

const seen = new Vector3();

/** Where a place is in the picture, in parts from the left and from the top; null behind the camera. */
export function project(lens: PerspectiveCamera, [x, y, z]: Place): [number, number] | null {
  seen.set(x, y, z).applyMatrix4(lens.matrixWorldInverse);
  if (seen.z > -1) return null;
  seen.applyMatrix4(lens.projectionMatrix);
  return [(seen.x + 1) / 2, (1 - seen.y) / 2];
}

/** The ray through a point of the picture, given in parts from the left and from the top. */
export function rayThrough(lens: PerspectiveCamera, right: number, down: number): [Place, Place] {
  const way = new Vector3(2 * right - 1, 1 - 2 * down, 0.5).unproject(lens).sub(lens.position).normalize();
  return [lens.position.toArray(), way.toArray()];
}
