/**
 * What was seen of a launch, 30 pictures a second (templetop/games/vulkar/marbles/trajectory.py):
 * millimetres, as the island has them.
 */
import { unpacked, type Point } from './island';

export const MARBLES = 5; // four fireballs and the ember
export const EMBER = MARBLES - 1;
export const FIGURES = 4;
export const DECKS = 3;

export type Turn = [w: number, x: number, y: number, z: number]; // a quaternion
export const UPRIGHT: Turn = [1, 0, 0, 0];

/** A figure: where its foot is, and how it is turned. */
export interface Pose {
  at: Point;
  turn: Turn;
}

/** A figure that fell, and when. */
export interface Fall {
  figure: number;
  time: number; // seconds from the beginning
}

/** A launch that can be looked at, at any time of it; seconds from its beginning. */
export interface Pictures {
  frames: number;
  seconds: number;
  falls: Fall[]; // in their order
  marble(number: number, time: number): Point | null; // its middle; null before and after its run
  figure(number: number, time: number): Pose | null; // null: it did not stand on the island
  deck(number: number, time: number): number; // its tilt, in radians
}

const RATE = 30;
const FIGURE = 3 * MARBLES; // the first column that is a figure's
const DECK = FIGURE + 7 * FIGURES;
const WIDTH = DECK + DECKS;
const ABSENT = -32_000;
const PARKED = 1400; // millimetres to the east: a figure that is not on the island
const UPSET = Math.SQRT1_2; // the cosine of the tilt of a figure that falls
const CARRIED = 45; // millimetres
const DROPPED = 14;

/** The pictures of a keepsake. */
export async function picturesIn(keepsake: Blob): Promise<Pictures> {
  return new Recorded(readPictures(await unpacked(await keepsake.arrayBuffer())));
}

/** Column by column the changes from one picture to the next; here all numbers of a picture in a row. */
export function readPictures(bytes: ArrayBuffer): Int16Array {
  const changes = new DataView(bytes);
  const frames = bytes.byteLength / 2 / WIDTH;
  const rows = new Int16Array(frames * WIDTH);
  for (let column = 0; column < WIDTH; column++) {
    let value = 0;
    for (let frame = 0; frame < frames; frame++) {
      value += changes.getInt16(2 * (column * frames + frame), true);
      rows[frame * WIDTH + column] = value; // as int16 it goes round as it did when it was written
    }
  }
  return rows;
}

export class Recorded implements Pictures {
  readonly frames: number;
  readonly seconds: number;
  readonly falls: Fall[];

  constructor(private readonly rows: Int16Array) {
    this.frames = rows.length / WIDTH;
    this.seconds = (this.frames - 1) / RATE;
    this.falls = [...Array(FIGURES).keys()]
      .map((figure) => ({ figure, time: this.#fallOf(figure) }))
      .filter(({ time }) => time < Infinity)
      .toSorted((one, other) => one.time - other.time);
  }

  marble(number: number, time: number): Point | null {
    const [frame, part] = this.#when(time);
    const column = 3 * number;
    if (this.#number(frame, column) === ABSENT) return null;
    const isLast = this.#number(frame + 1, column) === ABSENT; // it has ended between two pictures
    return this.#point(frame, column, isLast ? 0 : part);
  }

  figure(number: number, time: number): Pose | null {
    const [frame, part] = this.#when(time);
    const column = FIGURE + 7 * number;
    const at = this.#point(frame, column, part);
    if (at[0] > PARKED) return null;
    return { at, turn: this.#turn(frame, column + 3, part) };
  }

  deck(number: number, time: number): number {
    const [frame, part] = this.#when(time);
    return this.#between(frame, DECK + number, part) / 1000;
  }

  #when(time: number): [frame: number, part: number] {
    const exact = Math.min(this.frames - 1, Math.max(0, time * RATE));
    const frame = Math.min(Math.floor(exact), Math.max(0, this.frames - 2));
    return [frame, exact - frame];
  }

  #number(frame: number, column: number): number {
    return this.rows[Math.min(frame, this.frames - 1) * WIDTH + column]!;
  }

  #between(frame: number, column: number, part: number): number {
    const from = this.#number(frame, column);
    return from + (this.#number(frame + 1, column) - from) * part;
  }

  #point(frame: number, column: number, part: number): Point {
    return [0, 1, 2].map((n) => this.#between(frame, column + n, part) / 10) as Point;
  }

  #turn(frame: number, column: number, part: number): Turn {
    const from = [0, 1, 2, 3].map((n) => this.#number(frame, column + n));
    const to = [0, 1, 2, 3].map((n) => this.#number(frame + 1, column + n));
    const isTurnedOver = from.reduce((sum, value, n) => sum + value * to[n]!, 0) < 0;
    const mixed = from.map((value, n) => value + ((isTurnedOver ? -to[n]! : to[n]!) - value) * part);
    const length = Math.hypot(...mixed) || 1;
    return mixed.map((value) => value / length) as Turn;
  }

  /** When a figure that lies at the end was first down, or has been carried off. */
  #fallOf(figure: number): number {
    const start = this.figure(figure, 0);
    if (!start) return Infinity;
    const isDown = (frame: number): boolean => {
      const { at, turn } = this.figure(figure, frame / RATE)!;
      const upright = 1 - 2 * (turn[1] ** 2 + turn[2] ** 2);
      const far = Math.hypot(at[0] - start.at[0], at[1] - start.at[1]);
      return upright < UPSET || far > CARRIED || start.at[2] - at[2] > DROPPED;
    };
    if (!isDown(this.frames - 1)) return Infinity;
    return [...Array(this.frames).keys()].find(isDown)! / RATE;
  }
}
