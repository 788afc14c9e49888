/** What the painting of the ground asks of every point of the grid. */
import { ISLAND, type Ground, type Lane } from '../island';
import { GRID, type Spot } from './relief';

/** Four numbers for each point of the grid, as textures have them. */
export interface Fields {
  shape: Float32Array; // height, rise to the east, rise to the north, how hollow it is here
  stream: Float32Array; // distance to the nearest lane, how much lava, which way it flows (x, y)
  shore: Float32Array; // distance to the shore: inland above 0
}

export const FAR = 60; // millimetres; further away no lane is looked for

const { columns, rows, cell } = GRID;

export function fieldsOf({ height }: Ground): Fields {
  return { shape: shapeOf(height), stream: streamOf(), shore: shoreOf(height) };
}

function shapeOf(heights: Float32Array): Float32Array {
  const near = blurred(heights, 3);
  const wide = blurred(heights, 9);
  const shape = new Float32Array(4 * columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const west = column ? at - 1 : at;
      const east = column < columns - 1 ? at + 1 : at;
      const south = row ? at - columns : at;
      const north = row < rows - 1 ? at + columns : at;
      shape[4 * at] = heights[at]!;
      shape[4 * at + 1] = (heights[east]! - heights[west]!) / (2 * cell);
      shape[4 * at + 2] = (heights[north]! - heights[south]!) / (2 * cell);
      shape[4 * at + 3] = (near[at]! - heights[at]!) * 0.09 + (wide[at]! - heights[at]!) * 0.035;
    }
  return shape;
}

/** Every number the mean of those around it, done twice, so that no square is seen. */
export function blurred(from: Float32Array, reach: number): Float32Array {
  let [now, next] = [from, new Float32Array(from.length)];
  for (let pass = 0; pass < 2; pass++) {
    sweep(now, next, rows, columns, columns, 1, reach);
    const across = next;
    next = new Float32Array(from.length);
    sweep(across, next, columns, rows, 1, columns, reach);
    now = next;
    next = across;
  }
  return now;
}

function sweep(
  from: Float32Array,
  to: Float32Array,
  lines: number,
  length: number,
  line: number,
  step: number,
  reach: number,
): void {
  const within = (place: number): number => Math.min(Math.max(place, 0), length - 1);
  for (let number = 0; number < lines; number++) {
    const first = number * line;
    let sum = 0;
    for (let place = -reach; place <= reach; place++) sum += from[first + within(place) * step]!;
    for (let place = 0; place < length; place++) {
      to[first + place * step] = sum / (2 * reach + 1);
      sum += from[first + within(place + reach + 1) * step]!;
      sum -= from[first + within(place - reach) * step]!;
    }
  }
}

// ── Streams ──────────────────────────────────────────────────────────────────────────────────────

const STEP = 2;
const BEYOND = 36; // millimetres that a stream runs on into the sea
const BLEND = 16; // so far on both sides of where lava meets water both are seen

function streamOf(): Float32Array {
  const stream = new Float32Array(4 * columns * rows);
  const found = new Float32Array(columns * rows).fill(FAR);
  const flow = new Float32Array(2 * columns * rows);
  for (const lane of ISLAND.lanes) lay(lane, stream, found, flow);
  for (let at = 0; at < columns * rows; at++) {
    const long = Math.hypot(flow[2 * at]!, flow[2 * at + 1]!) || 1;
    stream[4 * at] = found[at]!;
    stream[4 * at + 2] = flow[2 * at]! / long;
    stream[4 * at + 3] = flow[2 * at + 1]! / long;
  }
  return stream;
}

function lay(
  lane: Lane,
  stream: Float32Array,
  found: Float32Array,
  flow: Float32Array,
): void {
  const points = finely(lane);
  const cools = lane.kind === 'chute' && meetsWater(lane);
  points.forEach((point, number) => {
    const before = points[Math.max(0, number - 1)]!;
    const after = points[Math.min(points.length - 1, number + 1)]!;
    const long = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const [right, up] = [(after.x - before.x) / long, (after.y - before.y) / long];
    const left = STEP * (points.length - 1 - number); // to its end
    const heat = cools ? Math.min(1, 0.5 + left / (2 * BLEND)) : 1;
    const lava = lane.kind === 'chute' ? heat : 0;
    around(point, FAR / 1.5, (at, far) => {
      const weight = 1 / (4 + far * far);
      flow[2 * at] = flow[2 * at]! + right * weight;
      flow[2 * at + 1] = flow[2 * at + 1]! + up * weight;
      if (far >= found[at]!) return;
      found[at] = far;
      stream[4 * at + 1] = lava;
    });
  });
}

export function meetsWater({ next }: Lane): boolean {
  return next.some((lane) => ISLAND.lanes[lane]!.kind === 'river');
}

/** The middle of a lane by points that are near to each other; where it ends it runs on into the sea. */
export function finely({ points, next, end }: Lane): Spot[] {
  const fine: Spot[] = [];
  const isLast = !next.length && end !== null && ISLAND.ends[end]!.kind === 'foot';
  const last = points.at(-1)!;
  const before = points.at(-2)!;
  const on = BEYOND / Math.hypot(last[0] - before[0], last[1] - before[1]);
  const beyond = [last[0] + (last[0] - before[0]) * on, last[1] + (last[1] - before[1]) * on, 0];
  const all = isLast ? [...points, beyond] : points;
  for (let n = 1; n < all.length; n++) {
    const [from, to] = [all[n - 1]!, all[n]!];
    const steps = Math.max(1, Math.round(Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!) / STEP));
    for (let step = 0; step < steps; step++)
      fine.push({
        x: from[0]! + ((to[0]! - from[0]!) * step) / steps,
        y: from[1]! + ((to[1]! - from[1]!) * step) / steps,
      });
  }
  return fine;
}
/** Every point of the grid near a place, and how far away it is. */
function around(
  { x, y }: Spot,
  reach: number,
  visit: (at: number, far: number) => void,
): void {
  const [column, row] = [(x - GRID.west) / cell, (y - GRID.south) / cell];
  const cells = reach / cell;
  const [bottom, top] = [Math.max(0, Math.ceil(row - cells)), Math.min(rows - 1, row + cells)];
  const [left, right] = [
    Math.max(0, Math.ceil(column - cells)),
    Math.min(columns - 1, column + cells),
  ];
  for (let r = bottom; r <= top; r++)
    for (let c = left; c <= right; c++) {
      const far = cell * Math.hypot(c - column, r - row);
      if (far <= reach) visit(r * columns + c, far);
    }
}

// ── Shore ────────────────────────────────────────────────────────────────────────────────────────

function shoreOf(heights: Float32Array): Float32Array {
  const toSea = distances((at) => heights[at]! <= 0);
  const toLand = distances((at) => heights[at]! > 0);
  const shore = toSea.map((far, at) => cell * (far - toLand[at]! + (far > 0 ? -0.5 : 0.5)));
  return blurred(shore, 1);
}

/** How many cells every cell is away from the nearest of some: down the columns, then along rows. */
export function distances(isOne: (at: number) => boolean): Float32Array {
  const most = columns + rows;
  const tall = new Float32Array(columns * rows);
  for (let column = 0; column < columns; column++) {
    const up = (row: number, before: number): number =>
      isOne(row * columns + column) ? 0 : before + 1;
    for (let row = 0, far = most; row < rows; row++)
      tall[row * columns + column] = far = Math.min(most, up(row, far));
    for (let row = rows - 1, far = most; row >= 0; row--) {
      far = Math.min(most, up(row, far));
      const at = row * columns + column;
      tall[at] = Math.min(tall[at]!, far);
    }
  }
  const found = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) alongRow(tall, found, row * columns);
  return found;
}

/** The lower envelope of a parabola over each cell of a row, as high as that cell's column says. */
function alongRow(tall: Float32Array, found: Float32Array, first: number): void {
  const tops = new Int32Array(columns); // the cells whose parabolas are seen from below
  const from = new Float32Array(columns + 1); // and where each of them begins
  let last = 0;
  from[0] = -Infinity;
  from[1] = Infinity;
  const square = (column: number): number => tall[first + column]! ** 2 + column ** 2;
  const crossing = (one: number, other: number): number =>
    (square(other) - square(one)) / (2 * (other - one));
  for (let column = 1; column < columns; column++) {
    while (crossing(tops[last]!, column) <= from[last]!) last--;
    from[last + 1] = crossing(tops[last]!, column);
    tops[++last] = column;
    from[last + 1] = Infinity;
  }
  for (let column = 0, top = 0; column < columns; column++) {
    while (from[top + 1]! < column) top++;
    found[first + column] = Math.hypot(column - tops[top]!, tall[first + tops[top]!]!);
  }
}
