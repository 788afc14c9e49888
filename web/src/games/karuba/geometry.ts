/** Where things are on an island. A space is 100 wide and so is the shore around the jungle. */
import type { AdventurerView, TempleView, Walk } from './view';

export const SPACE = 100;
export const COLUMNS = 6;
export const ROWS = 5;
export const WIDTH = (COLUMNS + 2) * SPACE;
export const HEIGHT = (ROWS + 2) * SPACE;

export interface Point {
  x: number;
  y: number;
}

export function corner(space: number): Point {
  return { x: SPACE * (1 + (space % COLUMNS)), y: SPACE * (1 + Math.floor(space / COLUMNS)) };
}

export function middle(space: number): Point {
  const { x, y } = corner(space);
  return { x: x + SPACE / 2, y: y + SPACE / 2 };
}

/** Beach numbers 10 to 50 lie in the west, the others in the south. */
export function beach(number: number): Point {
  const n = number / 10;
  return n <= ROWS
    ? { x: 50, y: SPACE * (n + 0.5) }
    : { x: SPACE * (n - ROWS + 0.5), y: HEIGHT - 50 };
}

/** Temple numbers 10 to 60 lie in the north, the others in the east. */
export function temple(number: number): Point {
  const n = number / 10;
  return n <= COLUMNS
    ? { x: SPACE * (n + 0.5), y: 50 }
    : { x: WIDTH - 50, y: SPACE * (n - COLUMNS + 0.5) };
}

/** Where an adventurer stands; nowhere before it is placed. */
export function standing({ at, space }: AdventurerView, home: TempleView): Point | null {
  if (at === 'space') return middle(space!);
  if (at === 'beach') return beach(home.beach!);
  return at === 'temple' ? temple(home.temple!) : null;
}

/** The points that a walk comes through, its goal the last of them. */
export function way(walk: Walk, home: TempleView): Point[] {
  const spaces = walk.path.map(middle);
  return walk.to === 'temple' ? [...spaces, temple(home.temple!)] : spaces;
}

/** Are these two neighbours, a space and a space, a beach or a temple? */
export function isStep(from: Point, to: Point): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) === SPACE;
}

export function trail(points: Point[]): string {
  return points.map(({ x, y }, n) => `${n ? 'L' : 'M'}${x} ${y}`).join('');
}
