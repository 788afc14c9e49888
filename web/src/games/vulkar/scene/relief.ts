/** What the ground is like around a place, and places that are the same every time. */
import { ISLAND, type Ground } from '../island';

export interface Spot {
  x: number;
  y: number;
}

/** The grid of heights, which never changes. */
export const GRID = {
  ...ISLAND.box,
  wide: ISLAND.box.east - ISLAND.box.west,
  tall: ISLAND.box.north - ISLAND.box.south,
};

/** How steeply the ground rises to the east and to the north, over a few millimetres. */
export function slopeAt(ground: Ground, x: number, y: number, reach = 6): Spot {
  return {
    x: (ground.at(x + reach, y) - ground.at(x - reach, y)) / (2 * reach),
    y: (ground.at(x, y + reach) - ground.at(x, y - reach)) / (2 * reach),
  };
}

/** Numbers from 0 to 1 that look like chance and are the same in every browser. */
export function scattered(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
