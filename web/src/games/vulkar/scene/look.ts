/** Where the camera is and what it looks at, in numbers. */

export type Place = readonly [x: number, y: number, z: number];

export interface Look {
  x: number; // what is looked at
  y: number;
  z: number;
  far: number; // from there
  turn: number; // degrees: where the camera stands, -90 is in the south
  tilt: number; // degrees above the horizon
}

export const FIELD = 30; // degrees that are seen from top to bottom
export const NEAREST = 120;
export const FURTHEST = 3600;
const LOWEST = 8;
const HIGHEST = 89;
const ABOVE = 16; // so far above the ground the camera stays
const REACH = { x: 640, y: 430 }; // what may be looked at

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Where the camera stands. */
export function standsAt({ x, y, z, far, turn, tilt }: Look): [number, number, number] {
  const flat = far * Math.cos(radians(tilt));
  return [
    x + flat * Math.cos(radians(turn)),
    y + flat * Math.sin(radians(turn)),
    z + far * Math.sin(radians(tilt)),
  ];
}

/** Within bounds: not too near nor too far, never beyond the tray, never under the ground. */
export function allowed(look: Look, groundAt: (x: number, y: number) => number): Look {
  const within = (one: number, least: number, most: number): number =>
    Math.min(most, Math.max(least, one));
  const kept: Look = {
    x: within(look.x, -REACH.x, REACH.x),
    y: within(look.y, -REACH.y, REACH.y),
    z: within(look.z, 0, 180),
    far: within(look.far, NEAREST, FURTHEST),
    turn: look.turn,
    tilt: within(look.tilt, LOWEST, HIGHEST),
  };
  for (; kept.tilt < HIGHEST; kept.tilt += 1) {
    const [x, y, z] = standsAt(kept);
    if (z > Math.max(0, groundAt(x, y)) + ABOVE) break;
  }
  return kept;
}

/** On the way from one look to another, the shorter way round; distances grow evenly. */
export function between(from: Look, to: Look, part: number): Look {
  const mix = (one: number, other: number): number => one + (other - one) * part;
  const round = ((((to.turn - from.turn) % 360) + 540) % 360) - 180;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    z: mix(from.z, to.z),
    far: from.far * (to.far / from.far) ** part,
    turn: from.turn + round * part,
    tilt: mix(from.tilt, to.tilt),
  };
}

/** Slowly at first and at the end. */
export function eased(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - 4 * (1 - part) ** 3;
}

/**
 * The nearest look that way at which all places are seen; `aspect` is width by height of the picture,
 * and `room` how much of it may be filled.
 */
export function fitting(
  places: readonly Place[],
  turn: number,
  tilt: number,
  aspect: number,
  room = 0.94,
): Look {
  const [t, u] = [radians(turn), radians(tilt)];
  const back: Place = [Math.cos(u) * Math.cos(t), Math.cos(u) * Math.sin(t), Math.sin(u)];
  const right: Place = [-Math.sin(t), Math.cos(t), 0];
  const up: Place = [-Math.sin(u) * Math.cos(t), -Math.sin(u) * Math.sin(t), Math.cos(u)];
  const along = (place: Place, way: Place): number =>
    place[0] * way[0] + place[1] * way[1] + place[2] * way[2];
  const tall = Math.tan(radians(FIELD / 2)) * room;
  const sideways = span(places.map((place) => [along(place, right), along(place, back)]), tall * aspect);
  const upwards = span(places.map((place) => [along(place, up), along(place, back)]), tall);
  const stands = Math.max(sideways.back, upwards.back);
  // The point that is looked at lies on the ground's middle height, straight ahead.
  const mean = places.reduce((sum, [, , z]) => sum + z, 0) / places.length;
  const eye: Place = [0, 1, 2].map(
    (n) => right[n]! * sideways.middle + up[n]! * upwards.middle + back[n]! * stands,
  ) as unknown as Place;
  const far = (eye[2] - mean) / Math.max(0.05, back[2]);
  return { x: eye[0] - back[0] * far, y: eye[1] - back[1] * far, z: mean, far, turn, tilt };
}

/** From how far back, and from which middle, all are within a slope to both sides. */
function span(
  places: readonly (readonly [side: number, back: number])[],
  slope: number,
): { middle: number; back: number } {
  const most = Math.max(...places.map(([side, back]) => side + slope * back));
  const least = Math.min(...places.map(([side, back]) => side - slope * back));
  return { middle: (most + least) / 2, back: (most - least) / (2 * slope) };
}
