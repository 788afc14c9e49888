/** Leaves and trodden paths, drawn by rule of thumb: the same seed grows the same plants. */

import type { Point } from './geometry';

/** Numbers between 0 and 1 that look random. */
export function dice(seed: number): () => number {
  let state = (Math.imul(seed + 1, 2654435761) ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

function at(x: number, y: number, angle: number, far: number): string {
  return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
}

/** One leaf that grows from a point. */
export function leaf(x: number, y: number, angle: number, length: number, width = 0.42): string {
  const half = length * 0.55;
  const tip = at(x, y, angle, length);
  return (
    `M${x.toFixed(1)} ${y.toFixed(1)}Q${at(x, y, angle - width, half)} ${tip}` +
    `Q${at(x, y, angle + width, half)} ${x.toFixed(1)} ${y.toFixed(1)}Z`
  );
}

/** A palm from above: fronds that all bend the same way round. */
function palm(x: number, y: number, size: number, random: () => number): string {
  const fronds = 8 + Math.floor(3 * random());
  const turn = 2 * Math.PI * random();
  const bend = random() < 0.5 ? 0.5 : -0.5;
  return Array.from({ length: fronds }, (_, n) => {
    const angle = turn + (2 * Math.PI * n) / fronds + 0.2 * random();
    const length = size * (0.8 + 0.35 * random());
    const tip = at(x, y, angle + bend, length);
    return (
      `M${x.toFixed(1)} ${y.toFixed(1)}Q${at(x, y, angle - 0.3, 0.6 * length)} ${tip}` +
      `Q${at(x, y, angle + 0.3, 0.6 * length)} ${x.toFixed(1)} ${y.toFixed(1)}Z`
    );
  }).join('');
}

/** A fern: a bent rib with leaflets that grow smaller towards its tip. */
function fern(x: number, y: number, size: number, random: () => number): string {
  const bend = 0.9 * (random() - 0.5);
  let angle = 2 * Math.PI * random();
  let [left, top] = [x - 0.7 * size * Math.cos(angle), y - 0.7 * size * Math.sin(angle)];
  let grown = '';
  for (let n = 0; n < 9; n++) {
    const length = size * 0.5 * Math.sin((Math.PI * (n + 2)) / 12);
    grown +=
      leaf(left, top, angle - 1.05, length, 0.35) + leaf(left, top, angle + 1.05, length, 0.35);
    left += 0.16 * size * Math.cos(angle);
    top += 0.16 * size * Math.sin(angle);
    angle += bend / 9;
  }
  return grown + leaf(left, top, angle, size * 0.25, 0.35);
}

/** One side of a broad leaf: how far along and how far aside its lobes are, and the cuts between. */
const LOBES: [number, number][] = [
  [-0.18, 0.14],
  [-0.14, 0.42],
  [0.06, 0.56],
  [0.2, 0.52],
  [0.14, 0.16],
  [0.14, 0.16],
  [0.3, 0.54],
  [0.46, 0.52],
  [0.32, 0.13],
  [0.32, 0.13],
  [0.54, 0.46],
  [0.68, 0.38],
  [0.5, 0.1],
  [0.5, 0.1],
  [0.76, 0.32],
  [0.86, 0.2],
];

/** A broad leaf as wide as it is long. */
function broadLeaf(x: number, y: number, size: number, random: () => number): string {
  const angle = 2 * Math.PI * random();
  const [along, aside] = [1.5 * size * Math.cos(angle), 1.5 * size * Math.sin(angle)];
  const other = LOBES.map(([far, wide]): [number, number] => [far, -wide]).reverse();
  const outline: [number, number][] = [[0, 0], ...LOBES, [1.05, 0], [1.05, 0], ...other];
  return rounded(
    outline.map(([far, wide]) => ({
      x: x + (far - 0.4) * along - wide * aside,
      y: y + (far - 0.4) * aside + wide * along,
    })),
  );
}

/** A closed line that goes by these points and has no corners. */
export function rounded(points: Point[]): string {
  const half = (a: Point, b: Point) =>
    `${((a.x + b.x) / 2).toFixed(1)} ${((a.y + b.y) / 2).toFixed(1)}`;
  const curves = points.map(
    (point, n) =>
      `Q${point.x.toFixed(1)} ${point.y.toFixed(1)} ${half(point, points[(n + 1) % points.length]!)}`,
  );
  return `M${half(points.at(-1)!, points[0]!)}${curves.join('')}Z`;
}

const PLANTS = [palm, fern, broadLeaf, fern];

/** Some plant around a point. */
export function plant(x: number, y: number, size: number, random: () => number): string {
  return PLANTS[Math.floor(PLANTS.length * random())]!(x, y, size, random);
}

/** Dense plants over a piece of ground, as many as there are squares of that size. */
export function canopy(
  x: number,
  y: number,
  width: number,
  height: number,
  size: number,
  seed: number,
): string {
  const random = dice(seed);
  let grown = '';
  for (let row = y + size / 2; row < y + height; row += size)
    for (let column = x + size / 2; column < x + width; column += size)
      grown += plant(
        column + size * (random() - 0.5),
        row + size * (random() - 0.5),
        size * (0.5 + 0.3 * random()),
        random,
      );
  return grown;
}

// ── Paths ──────────────────────────────────────────────────────────────────────────────────────

/** What the box-drawing characters reach. */
const EDGES: Record<string, string> = {
  '╵': 'N',
  '╶': 'E',
  '╷': 'S',
  '╴': 'W',
  '─': 'EW',
  '│': 'NS',
  '┌': 'ES',
  '┐': 'SW',
  '└': 'NE',
  '┘': 'NW',
  '├': 'NES',
  '┤': 'NSW',
  '┬': 'ESW',
  '┴': 'NEW',
  '┼': 'NESW',
};

const BETWEEN: Record<string, string> = {
  EW: 'M0 50C32 41 68 59 100 50',
  NS: 'M50 0C59 32 41 68 50 100',
  ES: 'M100 50C66 52 52 66 50 100',
  SW: 'M50 100C48 66 34 52 0 50',
  NE: 'M50 0C52 34 66 48 100 50',
  NW: 'M50 0C48 34 34 48 0 50',
};
const TO_THE_MIDDLE: Record<string, string> = {
  N: 'M50 0Q55 25 50 50',
  E: 'M100 50Q75 45 50 50',
  S: 'M50 100Q45 75 50 50',
  W: 'M0 50Q25 55 50 50',
};

/** The paths of a tile of 100 by 100, to be drawn with a broad stroke. */
export function paths(drawing: string): string {
  const edges = EDGES[drawing] ?? '';
  return BETWEEN[edges] ?? Array.from(edges, (edge) => TO_THE_MIDDLE[edge]).join('');
}

/** Is there a clearing in the middle, where paths meet or end? */
export function hasClearing(drawing: string): boolean {
  return (EDGES[drawing] ?? '').length !== 2;
}

const grown = new Map<string, [string, string]>();

/** Plants beside the paths of a tile: dark ones below, light ones above. */
export function plants(drawing: string, seed: number): [string, string] {
  const key = `${drawing}${seed}`;
  if (!grown.has(key)) grown.set(key, grow(EDGES[drawing] ?? '', dice(seed + 7)));
  return grown.get(key)!;
}

function grow(edges: string, random: () => number): [string, string] {
  const spots: [number, number][] = [
    [14, 14],
    [86, 14],
    [86, 86],
    [14, 86],
  ];
  const sides: Record<string, [number, number]> = {
    N: [50, 12],
    E: [88, 50],
    S: [50, 88],
    W: [12, 50],
  };
  for (const [edge, spot] of Object.entries(sides)) if (!edges.includes(edge)) spots.push(spot);
  const near = ([x, y]: [number, number]): [number, number] => [
    x + 8 * (random() - 0.5),
    y + 8 * (random() - 0.5),
  ];
  const dark = spots.map((spot) => plant(...near(spot), 19, random)).join('');
  const light = spots.map((spot) => plant(...near(spot), 12, random)).join('');
  return [dark, light];
}
