/** A picture of noise that can be laid side by side without a seam: clouds, cells, cracks, grain. */
import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGBAFormat,
} from 'three';
import { scattered } from './relief';

const SIZE = 256;
const CELLS = 12; // in a row

export function noiseTexture(): DataTexture {
  const texture = new DataTexture(noise(), SIZE, SIZE, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

function noise(): Uint8Array<ArrayBuffer> {
  const clouds = octaves(7, [4, 8, 16, 32, 64]);
  const grain = octaves(11, [32, 64, 128]);
  const [cells, cracks] = cellular(5);
  const pixels = new Uint8Array(4 * SIZE * SIZE);
  for (let at = 0; at < SIZE * SIZE; at++) {
    pixels[4 * at] = 255 * clouds[at]!;
    pixels[4 * at + 1] = 255 * cells[at]!;
    pixels[4 * at + 2] = 255 * cracks[at]!;
    pixels[4 * at + 3] = 255 * grain[at]!;
  }
  return pixels;
}

/** Noise of several sizes, the smaller the weaker. */
function octaves(seed: number, sizes: number[]): Float32Array {
  const sum = new Float32Array(SIZE * SIZE);
  let all = 0;
  sizes.forEach((size, number) => {
    const weight = 0.55 ** number;
    all += weight;
    const lattice = latticeOf(seed + number, size);
    for (let y = 0; y < SIZE; y++)
      for (let x = 0; x < SIZE; x++)
        sum[y * SIZE + x]! += weight * between(lattice, size, (x * size) / SIZE, (y * size) / SIZE);
  });
  return sum.map((one) => Math.min(1, Math.max(0, 0.5 + 1.6 * (one / all - 0.5))));
}

function latticeOf(seed: number, size: number): Float32Array {
  const next = scattered(seed);
  return Float32Array.from({ length: size * size }, next);
}

function between(lattice: Float32Array, size: number, x: number, y: number): number {
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const [right, up] = [smooth(x - left), smooth(y - low)];
  const at = (column: number, row: number): number =>
    lattice[(row % size) * size + (column % size)]!;
  const below = at(left, low) * (1 - right) + at(left + 1, low) * right;
  const above = at(left, low + 1) * (1 - right) + at(left + 1, low + 1) * right;
  return below * (1 - up) + above * up;
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part);
}

/** How far the nearest of many scattered dots is, and how near the border to the next one is. */
function cellular(seed: number): [Float32Array, Float32Array] {
  const next = scattered(seed);
  const dots = Float32Array.from({ length: 2 * CELLS * CELLS }, next);
  const [cells, cracks] = [new Float32Array(SIZE * SIZE), new Float32Array(SIZE * SIZE)];
  for (let y = 0, at = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++, at++) {
      let [first, second] = [9, 9];
      const [column, row] = [(x * CELLS) / SIZE, (y * CELLS) / SIZE];
      for (let r = Math.floor(row) - 1; r <= row + 1; r++)
        for (let c = Math.floor(column) - 1; c <= column + 1; c++) {
          const dot = 2 * (((r + CELLS) % CELLS) * CELLS + ((c + CELLS) % CELLS));
          const far = Math.hypot(c + dots[dot]! - column, r + dots[dot + 1]! - row);
          if (far < first) [first, second] = [far, first];
          else if (far < second) second = far;
        }
      cells[at] = Math.min(1, first / 1.1);
      cracks[at] = Math.min(1, (second - first) * 1.6);
    }
  return [cells, cracks];
}
