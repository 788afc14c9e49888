/** Where the camera wants to be: with the marbles that roll, with a figure, or where one may go. */
import type { Launch } from '../stage.svelte';
import { between, fitting, type Look, type Place } from './look';

const CHASE = 2.4; // the larger, the closer it follows
const AROUND = 90; // millimetres that are seen around what matters
const NEAREST = 430;

/** All these places in the picture, from where one looks now; not nearer than is pleasant. */
export function lookAt(places: readonly Place[], now: Look, aspect: number, nearest = NEAREST): Look {
  const corners = places.flatMap(([x, y, z]): Place[] => [
    [x - AROUND, y - AROUND, z],
    [x + AROUND, y - AROUND, z],
    [x - AROUND, y + AROUND, z],
    [x + AROUND, y + AROUND, z + 30],
  ]);
  const look = fitting(corners, now.turn, Math.min(58, Math.max(34, now.tilt)), aspect);
  return { ...look, far: Math.max(nearest, look.far) };
}

/** Between the marbles that roll; before the first one and after the last, null. */
export function launchLook(launch: Launch, now: Look, aspect: number): Look | null {
  const rolling = launch.marbles.map(({ at }): Place => at);
  if (!rolling.length) return null;
  return { ...lookAt(rolling, now, aspect), tilt: 42 };
}

/** A little nearer to it with every picture. */
export function chased(now: Look, wanted: Look, seconds: number): Look {
  return between(now, wanted, 1 - Math.exp(-seconds * CHASE));
}
