/** Where cards lie. A space is 100 wide; the field has 7 by 7 of them. */
import type { CardSeatView, Reach } from './view';

export const SPACE = 100;
const SIDE = 7;

export interface Point {
  x: number;
  y: number;
}

export interface Part extends Point {
  width: number;
  height: number;
}

export function corner(space: number): Point {
  return { x: SPACE * (space % SIDE), y: SPACE * Math.floor(space / SIDE) };
}

export function middle(space: number): Point {
  const { x, y } = corner(space);
  return { x: x + SPACE / 2, y: y + SPACE / 2 };
}

/**
 * The part of the field to look at, so many spaces wide and high at least: all cards, and close by
 * all spaces that are open to one.
 */
export function partInSight(seat: CardSeatView, least: number, isFarAway: boolean): Part {
  const laid = seat.spaces.map((one) => one.space);
  const open = seat.open_to_cards.map((one) => one.space);
  const spaces = isFarAway && laid.length ? laid : [...laid, ...open];
  const columns = spaces.map((space) => space % SIDE);
  const rows = spaces.map((space) => Math.floor(space / SIDE));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const size = Math.max(least, Math.max(...columns) - left + 1, Math.max(...rows) - top + 1);
  const across = SPACE * (left - (size - (Math.max(...columns) - left + 1)) / 2);
  const down = SPACE * (top - (size - (Math.max(...rows) - top + 1)) / 2);
  return { x: across - 10, y: down - 10, width: SPACE * size + 20, height: SPACE * size + 20 };
}

/** The part of the field that an island may spread over. */
export function partWithin({ column, row, columns, rows }: Reach): Part {
  return { x: SPACE * column, y: SPACE * row, width: SPACE * columns, height: SPACE * rows };
}

/** Does a space lie wholly in a part of the field? */
export function isIn(part: Part, space: number): boolean {
  const { x, y } = corner(space);
  const isAcross = x >= part.x && x + SPACE <= part.x + part.width;
  return isAcross && y >= part.y && y + SPACE <= part.y + part.height;
}

/** All around a part of the field. */
export function around({ x, y, width, height }: Part): string {
  return `M-300 -300H1000V1000H-300ZM${x} ${y}h${width}v${height}h${-width}Z`;
}

/** A way over spaces, a little aside, so that several on one path can be told apart. */
export function trail(path: number[], aside: number): string {
  return path
    .map((space, n) => `${n ? 'L' : 'M'}${middle(space).x + aside} ${middle(space).y + aside}`)
    .join('');
}
