/** Who plays with whom: partners share a side. */
import type { SeatView } from './types';

export interface Team {
  letter: string; // '': everyone plays for themselves, or all play together
  seats: SeatView[];
}

/** Do all play together against the game? */
export function isOneSide(seats: SeatView[]): boolean {
  return seats.length > 1 && new Set(seats.map(({ side }) => side)).size === 1;
}

/** The seats of each side beside each other; a single team without a letter if there are none. */
export function teamsOf(seats: SeatView[]): Team[] {
  const sides = [...new Set(seats.map(({ side }) => side))];
  if (sides.length === 1 || sides.length === seats.length) return [{ letter: '', seats }];
  return sides
    .toSorted((a, b) => a - b)
    .map((side, n) => ({
      letter: String.fromCharCode('A'.charCodeAt(0) + n),
      seats: seats.filter((seat) => seat.side === side),
    }));
}
