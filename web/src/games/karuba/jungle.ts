/** Leaves and trodden paths, drawn by rule of thumb: the same seed grows the same plants. */

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

/** A crown of leaves around a point. */
export function crown(x: number, y: number, size: number, random: () => number): string {
  const leaves = 6 + Math.floor(3 * random());
  const turn = 2 * Math.PI * random();
  return Array.from({ length: leaves }, (_, n) =>
    leaf(x, y, turn + (2 * Math.PI * n) / leaves + 0.3 * random(), size * (0.75 + 0.4 * random())),
  ).join('');
}

/** Dense crowns over a piece of ground, as many as there are squares of that size. */
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
      grown += crown(
        column + size * (random() - 0.5),
        row + size * (random() - 0.5),
        size * (0.5 + 0.35 * random()),
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
  return BETWEEN[edges] ?? [...edges].map((edge) => TO_THE_MIDDLE[edge]).join('');
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
  const dark = spots.map((spot) => crown(...near(spot), 21, random)).join('');
  const light = spots.map((spot) => crown(...near(spot), 14, random)).join('');
  return [dark, light];
}
