/** Where tiles lie. A tile is 100 wide; the ground is closed upon itself. */
import type { CacaoView, Spot } from './view';

export const TILE = 100;
const LEAST_COLUMNS = 6;
const LEAST_ROWS = 5;

export interface Frame {
  left: number;
  top: number;
  columns: number;
  rows: number;
  ground: number; // columns and rows in all
}

/** The part of the ground to look at: all tiles, and one more around the jungle ones. */
export function frameOf(view: CacaoView): Frame {
  const around = view.jungle_tiles.flatMap(({ column, row }) => [
    { column: column - 1, row: row - 1 },
    { column: column + 1, row: row + 1 },
  ]);
  const { ground } = view;
  const spots = [...around, ...view.worker_tiles, ...view.filling];
  const across = reach(spots.map((spot) => spot.column), ground);
  const down = reach(spots.map((spot) => spot.row), ground);
  const [left, columns] = widened(across, LEAST_COLUMNS);
  const [top, rows] = widened(down, LEAST_ROWS);
  return { left, top, columns, rows, ground };
}

/** Where the numbers begin that are in use, and how many there are from there on. */
function reach(used: number[], ground: number): [number, number] {
  const taken = [...new Set(used.map((one) => within(one, ground)))].sort((a, b) => a - b);
  let [first, widest] = [taken[0]!, 0];
  for (const [n, number] of taken.entries()) {
    const gap = within(number - taken.at(n - 1)!, ground);
    if (gap > widest) [first, widest] = [number, gap];
  }
  return [first, ground - widest + 1];
}

/** At least so many, the others on both sides. */
function widened([first, count]: [number, number], least: number): [number, number] {
  const more = Math.max(0, least - count);
  return [first - Math.floor(more / 2), count + more];
}

function within(number: number, ground: number): number {
  return (number + 2 * ground) % ground;
}

export function corner(spot: Spot, frame: Frame): { x: number; y: number } {
  return {
    x: TILE * within(spot.column - frame.left, frame.ground),
    y: TILE * within(spot.row - frame.top, frame.ground),
  };
}

/** The number of the square at a point; null: a space for jungle tiles. Both kinds take turns. */
export function squareAt(x: number, y: number, { left, top, ground }: Frame): number | null {
  const column = within(left + Math.floor(x / TILE), ground);
  const row = within(top + Math.floor(y / TILE), ground);
  return (column + row) % 2 ? (row * ground) / 2 + Math.floor(column / 2) : null;
}

export function same(a: Spot | null, b: Spot | null): boolean {
  return a !== null && b !== null && a.column === b.column && a.row === b.row;
}

/** 2-1-0-1: the workers on the edges of a tile of the hand. */
export function edges(tile: string): number[] {
  return tile.split('-').map(Number);
}
