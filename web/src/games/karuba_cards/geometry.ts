/** Where cards lie. A space is 100 wide; the field has 7 by 7 of them, an island at most 4 by 4. */
import type { CardSeatView } from './view';

export const SPACE = 100;
const SIDE = 7;
const FRAME = 4;
const COLUMNS = 'abcdefg';

export interface Point {
  x: number;
  y: number;
}

export interface Frame extends Point {
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

/** a1 is the first space, d4 the middle one. */
export function spaceNamed(name: string): number {
  return SIDE * (Number(name.slice(1)) - 1) + COLUMNS.indexOf(name[0]!);
}

export function spaceName(space: number): string {
  return `${COLUMNS[space % SIDE]}${Math.floor(space / SIDE) + 1}`;
}

/** The part of the field to look at: all cards, and close by all spaces that are open to one. */
export function frame(seat: CardSeatView, isFarAway: boolean): Frame {
  const laid = seat.spaces.map((one) => one.space);
  const spaces = isFarAway && laid.length ? laid : [...laid, ...seat.open_to_cards.map(spaceNamed)];
  const columns = spaces.map((space) => space % SIDE);
  const rows = spaces.map((space) => Math.floor(space / SIDE));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const size = Math.max(FRAME, Math.max(...columns) - left + 1, Math.max(...rows) - top + 1);
  const across = SPACE * (left - (size - (Math.max(...columns) - left + 1)) / 2);
  const down = SPACE * (top - (size - (Math.max(...rows) - top + 1)) / 2);
  return { x: across - 10, y: down - 10, width: SPACE * size + 20, height: SPACE * size + 20 };
}

/** How many columns and rows the island has. */
export function sizeOf(seat: CardSeatView): [number, number] {
  const columns = new Set(seat.spaces.map((one) => one.space % SIDE));
  const rows = new Set(seat.spaces.map((one) => Math.floor(one.space / SIDE)));
  return [columns.size, rows.size];
}

/**
 * The part of the field that the island may still spread over, perhaps with one more card on it;
 * null before there is a card.
 */
export function reach(seat: CardSeatView, more: number[] = []): Frame | null {
  const spaces = [...seat.spaces.map((one) => one.space), ...more];
  if (!spaces.length) return null;
  const [left, width] = within(spaces.map((space) => space % SIDE));
  const [top, height] = within(spaces.map((space) => Math.floor(space / SIDE)));
  return { x: SPACE * left, y: SPACE * top, width: SPACE * width, height: SPACE * height };
}

/** The columns, or rows, that a frame around these can reach: the first, and how many. */
function within(used: number[]): [number, number] {
  const first = Math.max(0, Math.max(...used) - FRAME + 1);
  return [first, Math.min(SIDE, Math.min(...used) + FRAME) - first];
}

/** The spaces that lie wholly in a part of the field. */
export function spacesIn(seen: Frame): number[] {
  return Array.from({ length: SIDE * SIDE }, (_, space) => space).filter((space) => {
    const { x, y } = corner(space);
    const isAcross = x >= seen.x && x + SPACE <= seen.x + seen.width;
    return isAcross && y >= seen.y && y + SPACE <= seen.y + seen.height;
  });
}

/** All around a part of the field. */
export function around({ x, y, width, height }: Frame): string {
  return `M-300 -300H1000V1000H-300ZM${x} ${y}h${width}v${height}h${-width}Z`;
}

/** A way over spaces, a little aside, so that several on one path can be told apart. */
export function trail(path: number[], aside: number): string {
  return path
    .map((space, n) => `${n ? 'L' : 'M'}${middle(space).x + aside} ${middle(space).y + aside}`)
    .join('');
}
