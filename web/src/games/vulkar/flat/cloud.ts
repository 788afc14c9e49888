/** Where marbles may roll: a dot for some of a hundred, scattered over their lanes. */
import { ISLAND, type Lane } from '../island';
import { scattered } from '../scene/relief';

export interface Dot {
  x: number;
  y: number;
  r: number;
}

const WIDTH = 26; // of the cloud
const DENSE = 0.42; // dots for each millimetre, if all come along here

const dots = ISLAND.lanes.map(scatter);

/** The same dots for a lane every time, those that are seen for one marble in a hundred first. */
function scatter({ points, length }: Lane, number: number): Dot[] {
  const next = scattered(100 + number);
  return Array.from({ length: Math.ceil(length * DENSE) }, () => {
    const [x, y] = points[Math.floor(next() * points.length)]!;
    const aside = (): number => WIDTH * (next() + next() + next() - 1.5) * 0.55;
    return { x: x + aside(), y: -y + aside(), r: 1.6 + 2.2 * next() };
  });
}

export function cloudOf(lanes: Record<string, number>): Dot[] {
  return ISLAND.lanes.flatMap(({ id }, number) => {
    const part = (lanes[id] ?? 0) / 100;
    return dots[number]!.slice(0, Math.round(dots[number]!.length * part));
  });
}

/** The middle of a lane, as a path on the map. */
export function lineOf({ points }: Lane): string {
  return `M${points.map(([x, y]) => `${x} ${-y}`).join('L')}`;
}
