/**
 * The island as painters of maps see it: land by region, streams, sea, light from the north-west.
 * It is painted once, point by point, from the ground that the marbles roll on.
 */
import { ISLAND, type Ground } from '../island';
import { fieldsOf, type Fields } from '../scene/fields';
import { scattered } from '../scene/relief';
import { plant } from './grove';

type Colour = [red: number, green: number, blue: number];

const { west, east, south, north, cell, columns, rows } = ISLAND.box;
export const WIDE = east - west;
export const TALL = north - south;

/** The sea far from the shore, which goes on where the painting ends. */
export const DEEP = { day: [26, 96, 134], night: [9, 44, 83] } satisfies Record<string, Colour>;

/** Paint the island on a canvas, with so many points for a millimetre. */
export function paintIsland(
  canvas: HTMLCanvasElement,
  ground: Ground,
  scale: number,
  isNight: boolean,
): void {
  canvas.width = Math.round(WIDE * scale);
  canvas.height = Math.round(TALL * scale);
  const context = canvas.getContext('2d', { alpha: false })!;
  const image = context.createImageData(canvas.width, canvas.height);
  paint(image, fieldsOf(ground), scale, isNight);
  context.putImageData(image, 0, 0);
  context.setTransform(scale, 0, 0, -scale, -west * scale, north * scale); // millimetres, y up
  plant(context, ground, isNight);
}

// ── Noise ──────────────────────────────────────────────────────────────────────────────────────

const LATTICE = 64;
const lattice = (() => {
  const next = scattered(20);
  return Float32Array.from({ length: LATTICE * LATTICE }, next);
})();

/** Soft blots of about that size, from 0 to 1. */
function blots(x: number, y: number, size: number): number {
  const [across, up] = [x / size + 1000, y / size + 1000];
  const [left, low] = [Math.floor(across), Math.floor(up)];
  const [right, above] = [ease(across - left), ease(up - low)];
  const [l, r] = [left % LATTICE, (left + 1) % LATTICE];
  const [b, t] = [(low % LATTICE) * LATTICE, ((low + 1) % LATTICE) * LATTICE];
  const below = lattice[b + l]! + (lattice[b + r]! - lattice[b + l]!) * right;
  const over = lattice[t + l]! + (lattice[t + r]! - lattice[t + l]!) * right;
  return below + (over - below) * above;
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** 0 up to one number, 1 from the other on. */
function step(from: number, to: number, value: number): number {
  return ease(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

// ── Point by point ─────────────────────────────────────────────────────────────────────────────

/** What is known of a point. */
interface Here {
  x: number;
  y: number;
  height: number;
  east: number; // how steeply it rises there
  north: number;
  hollow: number;
  stream: number; // how far the nearest lane is
  lava: number;
  shore: number;
}

function paint(image: ImageData, fields: Fields, scale: number, isNight: boolean): void {
  const here: Here = { x: 0, y: 0, height: 0, east: 0, north: 0, hollow: 0, stream: 0, lava: 0, shore: 0 };
  const colour: Colour = [0, 0, 0];
  let at = 0;
  for (let row = 0; row < image.height; row++)
    for (let column = 0; column < image.width; column++) {
      look(fields, west + (column + 0.5) / scale, north - (row + 0.5) / scale, here);
      colourOf(here, colour, isNight);
      image.data[at++] = colour[0];
      image.data[at++] = colour[1];
      image.data[at++] = colour[2];
      image.data[at++] = 255;
    }
}

function look({ shape, stream, shore }: Fields, x: number, y: number, here: Here): void {
  const across = Math.min(columns - 1.001, Math.max(0, (x - west) / cell));
  const up = Math.min(rows - 1.001, Math.max(0, (y - south) / cell));
  const [left, low] = [Math.floor(across), Math.floor(up)];
  const [right, above] = [across - left, up - low];
  const a = low * columns + left;
  const b = a + columns;
  const [wa, wb, wc, wd] = [
    (1 - right) * (1 - above),
    right * (1 - above),
    (1 - right) * above,
    right * above,
  ];
  const four = (field: Float32Array, part: number): number =>
    field[4 * a + part]! * wa +
    field[4 * a + 4 + part]! * wb +
    field[4 * b + part]! * wc +
    field[4 * b + 4 + part]! * wd;
  here.x = x;
  here.y = y;
  here.height = four(shape, 0);
  here.east = four(shape, 1);
  here.north = four(shape, 2);
  here.hollow = four(shape, 3);
  here.stream = four(stream, 0);
  here.lava = four(stream, 1);
  here.shore = shore[a]! * wa + shore[a + 1]! * wb + shore[b]! * wc + shore[b + 1]! * wd;
}

function mix(colour: Colour, [red, green, blue]: Colour, part: number): void {
  if (part <= 0) return;
  colour[0] += (red - colour[0]) * part;
  colour[1] += (green - colour[1]) * part;
  colour[2] += (blue - colour[2]) * part;
}

function times(colour: Colour, by: number): void {
  colour[0] *= by;
  colour[1] *= by;
  colour[2] *= by;
}

const SAND: Colour = [238, 214, 160];
const NIGHT: Colour = [0.36, 0.46, 0.62]; // what moonlight leaves of each colour

function colourOf(here: Here, colour: Colour, isNight: boolean): void {
  const wet = step(1.2, -1.6, here.height);
  if (wet < 1) land(here, colour);
  if (wet > 0) sea(here, colour, wet);
  if (isNight) for (let n = 0; n < 3; n++) colour[n]! *= NIGHT[n]!;
  if (here.height > -1.6) streams(here, colour, isNight);
}

function land(here: Here, colour: Colour): void {
  const { x, y, height, hollow } = here;
  const patches = blots(x, y, 90) * 0.65 + blots(y, x, 38) * 0.35;
  const grain = blots(x, y, 11) * 0.5 + blots(y + 7, x, 4.5) * 0.5;
  const wander = (patches - 0.5) * 150 + (grain - 0.5) * 30;
  const inWest = step(-70, -210, x + wander);
  const inEast = step(70, 200, x + wander);
  const steep = Math.hypot(here.east, here.north);

  colour[0] = 186;
  colour[1] = 166;
  colour[2] = 112;
  mix(colour, [158, 160, 92], step(0.35, 0.65, patches) * 0.8);
  mix(colour, [140, 92, 84], inWest);
  mix(colour, [104, 70, 76], inWest * step(0.42, 0.68, patches) * 0.9);
  mix(colour, [186, 124, 88], inWest * step(0.6, 0.35, patches) * 0.55);
  mix(colour, [104, 158, 74], inEast);
  mix(colour, [64, 122, 66], inEast * step(0.45, 0.65, patches));
  mix(colour, [150, 188, 88], inEast * step(0.5, 0.28, patches) * 0.7);
  // bare rock where it is steep
  mix(colour, inWest > 0.5 ? [92, 66, 68] : [146, 128, 98], step(0.7, 1.3, steep + (grain - 0.5) * 0.5) * 0.6);
  // sand at the sea, broad in the east
  const beach = step(26 + 12 * inEast + (patches - 0.5) * 24, 6, here.shore) * (0.45 + 0.55 * inEast);
  mix(colour, SAND, beach * step(70, 30, height));
  // banks: scorched, or wet
  const bank = step(32, 19, here.stream + (grain - 0.5) * 8);
  mix(colour, here.lava > 0.5 ? [74, 44, 42] : [206, 188, 130], bank * 0.75);
  times(colour, 0.93 + 0.14 * grain);
  // a line every so many millimetres up, as maps have them
  const contour = Math.abs(((height / 16) % 1) - 0.5) * 2;
  const fine = step(0.94, 1, contour) * step(0.06, 0.25, steep) * (1 - bank);
  times(colour, 1 - 0.13 * fine);
  // light
  const light = 1 + 0.5 * (here.east - here.north) * 0.72;
  times(colour, Math.min(1.32, Math.max(0.5, light)) * (1 - 0.32 * step(0.1, 0.9, hollow)) * (1 + 0.1 * step(0.1, 0.8, -hollow)));
}

function sea(here: Here, colour: Colour, wet: number): void {
  const { x, y, shore } = here;
  const edge = Math.min(x - west, east - x, y - south, north - y);
  const deep = Math.max(step(-6, -86, shore + (blots(x, y, 60) - 0.5) * 26), step(46, 0, edge));
  const waves = blots(x * 0.55, y * 1.9, 13) - 0.5;
  const water: Colour = [98, 190, 188];
  mix(water, [46, 140, 166], step(0, 0.5, deep));
  mix(water, DEEP.day, step(0.4, 1, deep));
  times(water, 1 + waves * 0.1 * (1 - step(0.7, 1, deep)));
  const swell = Math.abs(((shore + 7 * blots(x, y, 21)) % 15) / 15 + 0.5);
  const foam = step(-13, -2, shore) * (0.5 + 0.5 * step(0.4, 0.65, blots(x, y, 7)));
  mix(water, [240, 250, 246], foam * 0.75);
  mix(water, [200, 236, 232], step(0.42, 0.5, swell) * step(0.58, 0.5, swell) * step(-44, -10, shore) * 0.4);
  mix(colour, water, wet);
}

const HALF = 18.5; // of a stream's width

function streams(here: Here, colour: Colour, isNight: boolean): void {
  const { x, y, stream, lava } = here;
  const ragged = stream + (blots(x, y, 9) - 0.5) * 4;
  const cover = step(HALF + 1.4, HALF - 1, ragged);
  if (isNight && lava > 0) mix(colour, [190, 70, 24], step(46, 16, stream) * 0.42 * lava);
  if (cover <= 0) return;
  const flow: Colour = [0, 0, 0];
  if (lava > 0.5) molten(flow, ragged, blots(x, y, 12) * 0.6 + blots(y, x, 5) * 0.4);
  else flowing(flow, ragged, blots(x, y, 10), isNight);
  times(flow, 1 + Math.max(-0.16, Math.min(0.16, (here.east - here.north) * 0.3)));
  mix(colour, flow, cover);
}

/** Bright in the middle, with plates of crust that float to the sides. */
function molten(colour: Colour, far: number, crust: number): void {
  colour[0] = 255;
  colour[1] = 186;
  colour[2] = 66;
  mix(colour, [246, 122, 32], step(2, 9, far + (crust - 0.5) * 12));
  mix(colour, [206, 66, 22], step(9, 16, far + (crust - 0.5) * 8));
  mix(colour, [84, 34, 28], step(14.5, 18.5, far + (crust - 0.5) * 3));
  mix(colour, [120, 42, 26], step(0.62, 0.78, crust) * step(3, 9, far) * 0.7);
}

function flowing(colour: Colour, far: number, ripple: number, isNight: boolean): void {
  colour[0] = 108;
  colour[1] = 200;
  colour[2] = 222;
  mix(colour, [62, 150, 194], step(3, 13, far + (ripple - 0.5) * 6));
  mix(colour, [40, 112, 160], step(12, 17, far));
  mix(colour, [196, 236, 240], step(16.4, 18.6, far) * 0.65);
  mix(colour, [220, 246, 250], step(0.68, 0.8, ripple) * step(14, 4, far) * 0.4);
  if (isNight) for (let n = 0; n < 3; n++) colour[n]! *= NIGHT[n]! * 1.12;
}
