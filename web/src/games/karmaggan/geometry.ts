/** Where things lie: the Temple is round, its middle at 0, and angles go clockwise from twelve. */
import type { GateView, KarmagganView, Space } from './view';

export interface Point {
  x: number;
  y: number;
}

/** A place on a ring, counted along the ring; or outside, where nothing turns. */
export interface Spot {
  ring: string;
  far: number; // from the middle
  angle: number; // in degrees, from where the ring begins
}

interface Row {
  ring: string;
  from: number;
  to: number;
  columns: number;
}

export const SECTORS = 16;
const OUTSIDE = 64; // columns at the rim, where the gates are
const SECTOR = 360 / SECTORS;
export const CENTRE = 72;
export const ROWS: Record<string, Row> = {
  A: { ring: 'Outer', from: 408, to: 464, columns: 64 },
  B: { ring: 'Outer', from: 352, to: 408, columns: 64 },
  C: { ring: 'Outer', from: 297, to: 352, columns: 64 },
  D: { ring: 'Middle', from: 221, to: 278, columns: 32 },
  E: { ring: 'Middle', from: 166, to: 221, columns: 32 },
  F: { ring: 'Inner', from: 90, to: 147, columns: 16 },
  G: { ring: 'Central', from: 0, to: CENTRE, columns: 1 },
};
/** Where the floor of a ring begins and ends, and how thick the wall around it is. */
export const RINGS: Record<string, { from: number; to: number; wall: number }> = {
  Central: { from: 0, to: 72, wall: 18 },
  Inner: { from: 90, to: 147, wall: 19 },
  Middle: { from: 166, to: 278, wall: 19 },
  Outer: { from: 297, to: 464, wall: 0 },
};
export const RIM = { from: 464, to: 498 };
export const TRAIL = 526; // where one stands outside
export const EDGE = 556; // of what is seen of the jungle
export const WHOLE = 2 * EDGE;

export function polar(far: number, angle: number): Point {
  const turn = (angle * Math.PI) / 180;
  return { x: far * Math.sin(turn), y: -far * Math.cos(turn) };
}

const at = (far: number, angle: number): string => {
  const { x, y } = polar(far, angle);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
};

/** A piece of a ring, between two angles. */
export function slab(from: number, to: number, begin: number, end: number): string {
  const isLarge = end - begin > 180 ? 1 : 0;
  return (
    `M${at(to, begin)}A${to} ${to} 0 ${isLarge} 1 ${at(to, end)}` +
    `L${at(from, end)}A${from} ${from} 0 ${isLarge} 0 ${at(from, begin)}Z`
  );
}

/** A line along a ring, either way. */
export function arc(far: number, begin: number, end: number): string {
  const isLarge = Math.abs(end - begin) > 180 ? 1 : 0;
  return `M${at(far, begin)}A${far} ${far} 0 ${isLarge} ${end > begin ? 1 : 0} ${at(far, end)}`;
}

/** A whole ring, to be filled by the rule of even and odd. */
export function annulus(from: number, to: number): string {
  const circle = (r: number): string =>
    `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return circle(to) + circle(from);
}

export const middleOf = (row: string): number => {
  const { from, to } = ROWS[row]!;
  return row === 'G' ? 0 : (from + to) / 2;
};

/** How far a column is round, to its middle. */
/** The outline of a space of the world. */
export function outlineOf(row: string, column: number): string {
  const { from, to, columns } = ROWS[row]!;
  const step = 360 / columns;
  return slab(from + 2, to - 2, column * step + 0.35, (column + 1) * step - 0.35);
}

export function angleOf(row: string, column: number): number {
  return ((column + 0.5) * 360) / ROWS[row]!.columns;
}

export function gateAngle({ column, width }: GateView): number {
  return ((column + width / 2) * 360) / 64;
}

/** Where a space is on its ring. */
export function spotOf(space: Space, gates: GateView[]): Spot {
  const row = ROWS[space.row];
  if (!row) {
    const gate = gates.find(({ name }) => name === space.name)!;
    return { ring: '', far: TRAIL, angle: gateAngle(gate) };
  }
  return {
    ring: row.ring,
    far: middleOf(space.row),
    angle: angleOf(space.row, space.number % row.columns),
  };
}

/** Where that is now, with the rings turned so far. */
export function placeOf({ ring, far, angle }: Spot, turned: (ring: string) => number): Point {
  return polar(far, angle + SECTOR * turned(ring));
}

export const degrees = (sectors: number): number => SECTOR * sectors;

export function sameSpot(one: Spot, other: Spot): boolean {
  return one.ring === other.ring && one.far === other.far && one.angle === other.angle;
}

/** The nearest number that says the same of a ring: it comes round after so many sectors. */
export function nearest(sectors: number, to: number): number {
  return sectors + SECTORS * Math.round((to - sectors) / SECTORS);
}

/** How large a space is, by the smaller of its sides. */
export function sizeOf(space: Space): number {
  const row = ROWS[space.row];
  if (!row) return 60;
  if (row.columns === 1) return 90;
  const across = (Math.PI * (row.from + row.to)) / row.columns;
  return Math.min(across, row.to - row.from);
}

/** The number of the space at a point; null: a wall is there, or the jungle. */
export function spaceAt({ x, y }: Point, { rings, gates }: KarmagganView): number | null {
  const far = Math.hypot(x, y);
  const angle = ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
  if (far > RIM.from) {
    const column = (angle * OUTSIDE) / 360;
    const gate = gates.find((one) => column >= one.column && column < one.column + one.width);
    return gate?.trail ?? null;
  }
  for (const { columns: all, turned, rows } of rings)
    for (const { row, first } of rows) {
      const { from, to, columns } = ROWS[row]!;
      if (far < from || far >= to) continue;
      const column = Math.floor((angle * columns) / 360) - (turned * all) / SECTORS;
      return first + (columns === 1 ? 0 : ((column % columns) + columns) % columns);
    }
  return null;
}
