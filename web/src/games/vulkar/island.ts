/**
 * The island as it is baked (`python -m templetop.games.vulkar.marbles.bake`): every place in
 * millimetres, x to the east, y to the north, z up; degrees from east, counterclockwise.
 */
import baked from './baked/island.json';
import groundAddress from './baked/ground.bin?url';

export type Point = [x: number, y: number, z: number];

export interface Place {
  id: string; // S1 … , M1 … , B1 …
  name: string; // its id, where it has no other
  kind: string; // plain, treasure, snapshot, heart, helipad, cave 1 …, bridge, ladder
  region: number;
  at: Point; // where a figure stands; on a bridge, on top of its deck
  near: number[]; // spaces that a step leads to
  lane: number | null; // that crosses it
  along: number; // how far along that lane
  swept: number | null; // the space where who is swept away from here stands up
  slab: Point | null; // where its token, or the Heart, lies
}

export interface Lane {
  id: string;
  kind: 'chute' | 'river';
  points: Point[]; // its middle, every six millimetres
  length: number;
  next: number[]; // one: a joint; two: a fork; none: it ends
  tree: number | null; // at its fork
  end: number | null;
  pictures: number[]; // the regions of the picture spaces that it runs past
}

export interface Tree {
  id: string;
  at: Point;
  way: number; // where its long root points at heading 0: up the lane, towards Vul-Kar
  trunk: number; // the lane that it stands at the end of
}

export interface Pit {
  id: string;
  at: Point;
  way: number; // of its lane; stones stand all around but there
}

export interface End {
  id: string;
  kind: 'foot' | 'scar';
  at: Point;
  way: number;
  space: number;
}

/** A bridge or the ladder: a plank across a lane, which tips about its length. */
export interface Deck {
  space: number;
  at: Point; // the middle of the plank
  way: number; // of the lane under it
}

export interface Island {
  hash: string;
  box: {
    west: number;
    east: number;
    south: number;
    north: number;
    cell: number;
    columns: number;
    rows: number;
  };
  regions: { name: string; colour: string }[];
  coast: [x: number, y: number][]; // closed
  vulkar: { at: Point; headings: number; first: number; mouths: number[] }; // degrees off his nose
  spaces: Place[];
  lanes: Lane[]; // those of the pits come last
  pitLane: number; // the lane of the first pit
  trees: Tree[];
  treeHeadings: number;
  roots: [degrees: number, length: number][]; // of a tree, off the way of its long root
  pits: Pit[];
  stones: { count: number; ring: number; radius: number; height: number; opening: number };
  directions: number; // in which an ember is flicked: 0 is east
  ends: End[];
  decks: Deck[];
  deck: [long: number, wide: number, thick: number]; // halves
  radius: number[]; // of the marbles: four fireballs and the ember
  figure: number; // its height
}

export const ISLAND = baked as unknown as Island;

export const SPACE: Record<string, Place> = byId(ISLAND.spaces);
export const LANE: Record<string, Lane> = byId(ISLAND.lanes);
export const TREE: Record<string, Tree> = byId(ISLAND.trees);
export const PIT: Record<string, Pit> = byId(ISLAND.pits);
export const HELIPAD = ISLAND.spaces.find(({ kind }) => kind === 'helipad')!;
export const HEART = ISLAND.spaces.find(({ kind }) => kind === 'heart')!;
export const SCAR = ISLAND.ends.find(({ kind }) => kind === 'scar')!;

function byId<Thing extends { id: string }>(things: Thing[]): Record<string, Thing> {
  return Object.fromEntries(things.map((thing) => [thing.id, thing]));
}

/** One millimetre that way. */
export function toward(degrees: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

/** Where a tree's long root points at a heading. */
export function treeWay(tree: Tree, heading: number): number {
  return tree.way + (heading * 360) / ISLAND.treeHeadings;
}

/** Where Vul-Kar looks at a heading: 0 is east. */
export function vulkarWay(heading: number): number {
  return (heading * 360) / ISLAND.vulkar.headings;
}

/** A point of a lane, so far from its beginning. */
export function alongLane(lane: Lane, far: number): Point {
  return alongWay(lane.points, far);
}

/** A point of a line, so far from its beginning; beyond its end, the end. */
export function alongWay(points: Point[], far: number): Point {
  let left = far;
  for (let n = 1; n < points.length; n++) {
    const [from, to] = [points[n - 1]!, points[n]!];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (left <= length && length) return between(from, to, Math.max(0, left / length));
    left -= length;
  }
  return points.at(-1)!;
}

export function between(from: Point, to: Point, part: number): Point {
  return [0, 1, 2].map((n) => from[n]! + (to[n]! - from[n]!) * part) as Point;
}

// ── The ground ─────────────────────────────────────────────────────────────────────────────────

export const NO_LANE = -1;

/** The grid that the marbles roll on: rows from south to north, columns from west to east. */
export class Ground {
  constructor(
    readonly height: Float32Array, // millimetres; the sea is at 0
    readonly lane: Int8Array, // the number of the lane there, or NO_LANE
  ) {}

  /** The height at a place, between four points of the grid. */
  at(x: number, y: number): number {
    const { west, south, cell, columns, rows } = ISLAND.box;
    const across = Math.min(columns - 1.001, Math.max(0, (x - west) / cell));
    const up = Math.min(rows - 1.001, Math.max(0, (y - south) / cell));
    const [left, low] = [Math.floor(across), Math.floor(up)];
    const [right, above] = [across - left, up - low];
    const cellAt = (row: number, column: number): number => this.height[row * columns + column]!;
    const below = cellAt(low, left) * (1 - right) + cellAt(low, left + 1) * right;
    const over = cellAt(low + 1, left) * (1 - right) + cellAt(low + 1, left + 1) * right;
    return below * (1 - above) + over * above;
  }
}

let fetched: Promise<Ground> | undefined;

/** The ground, fetched once; asked again if that failed. */
export function loadGround(): Promise<Ground> {
  return (fetched ??= fetch(groundAddress)
    .then((answer) => {
      if (!answer.ok) throw new Error('The ground of the island did not come.');
      return answer.arrayBuffer();
    })
    .then(unpacked)
    .then(readGround)
    .catch((error: unknown) => {
      fetched = undefined;
      throw error;
    }));
}

/** What zlib has packed. */
export async function unpacked(packed: ArrayBuffer): Promise<ArrayBuffer> {
  const unpacking = new DecompressionStream('deflate');
  const writer = unpacking.writable.getWriter();
  const written = Promise.all([writer.write(new Uint8Array(packed)), writer.close()]);
  const parts: Uint8Array[] = [];
  const reader = unpacking.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  await written;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
}

/** Changes from column to column and from row to row, low bytes before high ones; then the lanes. */
export function readGround(bytes: ArrayBuffer): Ground {
  const { columns, rows } = ISLAND.box;
  const cells = columns * rows;
  const low = new Uint8Array(bytes, 0, cells);
  const high = new Int8Array(bytes, cells, cells);
  const tenths = new Int32Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const left = cell % columns ? tenths[cell - 1]! : 0;
    const below = cell >= columns ? tenths[cell - columns]! : 0;
    const aslant = cell % columns && cell >= columns ? tenths[cell - columns - 1]! : 0;
    tenths[cell] = left + below - aslant + low[cell]! + 256 * high[cell]!;
  }
  return new Ground(
    Float32Array.from(tenths, (height) => height / 10),
    new Int8Array(bytes.slice(2 * cells, 3 * cells)),
  );
}
