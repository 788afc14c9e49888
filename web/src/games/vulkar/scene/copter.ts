/** The helipad, and the Hello-copter: on its raft, in the air, or at the cliff, with who is aboard. */
import { Mesh, type Material } from 'three';
import { HELIPAD, toward } from '../island';
import { PAINT } from './paints';
import { Model, shape } from './shapes';

export type Where = 'raft' | 'waiting' | 'here';

const RAFT: [number, number, number] = [206, -402, 3];
const PLACES: Record<Where, [number, number, number]> = {
  raft: [RAFT[0], RAFT[1], RAFT[2] + 9],
  waiting: [HELIPAD.at[0] - 74, HELIPAD.at[1] - 74, HELIPAD.at[2] + 46],
  here: [HELIPAD.at[0] + 2, HELIPAD.at[1] - 52, HELIPAD.at[2] + 9],
};
const FACING: Record<Where, number> = { raft: 128, waiting: 52, here: 90 };

/** Where guests sit in it. */
const SITTING: [number, number, number][] = [[5, 4.4, -3], [5, -4.4, -3], [-4.5, 4.4, -3], [-4.5, -4.4, -3]];

export function helipad(): Model {
  const model = new Model()
    .add(shape.turned([[21.5, -5], [21, 1], [19.5, 1.6], [0.01, 1.7]], 34), 0x565a60, {
      low: 0x3a3d42,
    })
    .add(shape.ring(16.6, 0.9, 36, 5), PAINT.white, {
      at: [0, 0, 1.5], scale: [1, 1, 0.5], low: PAINT.white,
    });
  for (const side of [-5.4, 5.4]) model.add(shape.box(3, 16, 0.8), PAINT.white, {
    at: [side, 0, 1.8], low: PAINT.white,
  });
  model.add(shape.box(9, 3, 0.8), PAINT.white, { at: [0, 0, 1.8], low: PAINT.white });
  for (let n = 0; n < 8; n++) {
    const [right, up] = toward(n * 45 + 22);
    model.add(shape.ball(1.3, 8), 0xffe06a, { at: [19.8 * right, 19.8 * up, 1.8], glow: 0.8 });
  }
  const placed = new Model().join(model, { at: [HELIPAD.at[0], HELIPAD.at[1], HELIPAD.at[2]] });
  // A windsock, for the wind.
  const [x, y, z] = [HELIPAD.at[0] + 25, HELIPAD.at[1] - 8, HELIPAD.at[2] - 4];
  placed.add(shape.post(0.6, 0.8, 26, 6), PAINT.white, { at: [x, y, z] });
  for (let n = 0; n < 5; n++)
    placed.add(shape.post(2.5 - n * 0.35, 2.85 - n * 0.35, 3, 10), n % 2 ? PAINT.white : PAINT.red, {
      at: [x + n * 2.9, y, z + 25 - n * n * 0.25],
      turn: [0, 96 + n * 4, 0],
      low: n % 2 ? PAINT.white : PAINT.red,
    });
  return placed;
}

export function raft(): Model {
  const model = new Model();
  for (let n = 0; n < 9; n++)
    model.add(shape.pill(3.6, 52, 8), n % 2 ? PAINT.wood : 0xb98850, {
      at: [0, -27 + n * 6.8, 0], turn: [0, 90, 0], low: PAINT.darkWood,
    });
  model
    .add(shape.ring(19, 1.1, 30, 5), PAINT.white, { at: [0, 0, 3.7], scale: [1, 1, 0.4] })
    .add(shape.box(2, 9, 0.7), PAINT.white, { at: [-3.4, 0, 3.9] })
    .add(shape.box(2, 9, 0.7), PAINT.white, { at: [3.4, 0, 3.9] })
    .add(shape.box(5, 2, 0.7), PAINT.white, { at: [0, 0, 3.9] });
  for (const [x, y] of [[-28, -26], [28, -26], [-28, 28], [28, 28]] as const)
    model.add(shape.post(1.3, 1.5, 10, 8), PAINT.red, { at: [x, y, 0] }).add(shape.ball(2, 8), 0xffe06a, {
      at: [x, y, 10.6], glow: 0.8,
    });
  return new Model().join(model, { at: RAFT, turn: [0, 0, 14] });
}

/** Nose along x. */
function body(): Model {
  const yellow = 0xf6b92c;
  const model = new Model()
    .add(shape.ball(12, 22), yellow, { scale: [1.35, 0.92, 0.78], low: 0xc98411 })
    .add(shape.ball(9.4, 18), 0xbfe9f7, { at: [7.6, 0, 1.6], scale: [1.05, 0.86, 0.8], low: 0x6fb8d6 })
    .add(shape.post(1.6, 3.8, 30, 10), 0xd9534a, { at: [-9, 0, 2], turn: [0, -84, 0], low: 0xa83a33 })
    .add(shape.box(7, 1, 10), 0xd9534a, { at: [-38, 0, 7], turn: [0, -18, 0], low: 0xa83a33 })
    .add(shape.box(4, 13, 0.9), 0xd9534a, { at: [-34, 0, 5] })
    .add(shape.post(4.6, 6, 4.4, 12), 0xd9534a, { at: [-1, 0, 7.6] })
    .add(shape.post(1.1, 1.1, 5, 8), 0x4a4a50, { at: [-1, 0, 11] })
    .add(shape.ring(11.2, 1, 26, 6), 0xd9534a, { at: [0, 0, -1], turn: [0, 90, 0], scale: [0.8, 0.94, 1] });
  for (const side of [-1, 1]) {
    model.add(shape.pill(0.9, 26, 8), 0x4a4a50, { at: [1, side * 8.4, -12], turn: [0, 90, 0] });
    for (const x of [-6, 7]) model.add(shape.post(0.6, 0.6, 6, 6), 0x4a4a50, {
      at: [x, side * 8.2, -12], turn: [side * 14, 0, 0],
    });
    // A face that says hello.
    model
      .add(shape.ball(1.9, 10), PAINT.white, { at: [14.6, side * 4.2, -1.6], scale: [0.6, 1, 1] })
      .add(shape.ball(0.9, 8), PAINT.ink, { at: [15.7, side * 4.1, -1.8] });
  }
  return model.add(shape.ring(3, 0.55, 14, 5), 0x8a3a1c, {
    at: [14.4, 0, -4.4], turn: [0, 74, 0], scale: [0.5, 1, 1],
  });
}

function blade(): Model {
  return new Model()
    .add(shape.box(32, 3, 0.6), 0x5c5f66, { at: [17, 0, 0], low: 0x5c5f66 })
    .add(shape.box(3, 3, 0.7), PAINT.red, { at: [31.6, 0, 0] });
}

function rotor(): Model {
  const model = new Model().add(shape.ball(2, 10), 0x4a4a50);
  for (let n = 0; n < 4; n++)
    model.join(blade(), { turn: [0, 0, n * 90] });
  return model;
}

export class Copter {
  readonly body: Mesh;
  readonly rotor: Mesh;
  readonly #at: [number, number, number] = [...PLACES.raft];
  #facing = FACING.raft;
  #where: Where = 'raft';
  #isPlaced = false;

  constructor(material: Material) {
    this.body = new Mesh(body().geometry(), material);
    this.rotor = new Mesh(rotor().geometry(), material);
    for (const mesh of [this.body, this.rotor]) mesh.castShadow = true;
    this.rotor.position.set(-1, 0, 16.5);
    this.body.add(this.rotor);
  }

  /** Where it is to be; the first time, and where nothing shall move, it is there at once. */
  send(where: Where, isAtOnce: boolean): void {
    this.#where = where;
    if (!isAtOnce && this.#isPlaced) return;
    this.#at.splice(0, 3, ...PLACES[where]);
    this.#facing = FACING[where];
    this.#isPlaced = true;
  }

  get isUnderWay(): boolean {
    const to = PLACES[this.#where];
    return this.#at.some((one, n) => Math.abs(one - to[n]!) > 0.5);
  }

  step(seconds: number): void {
    const to = PLACES[this.#where];
    const part = 1 - Math.exp(-seconds * 1.6);
    for (const n of [0, 1, 2]) this.#at[n] = this.#at[n]! + (to[n]! - this.#at[n]!) * part;
    this.#facing += (((FACING[this.#where] - this.#facing + 540) % 360) - 180) * part;
  }

  pose(seconds: number): void {
    const isUp = this.#where === 'waiting' || this.isUnderWay;
    const [x, y, z] = this.#at;
    this.body.position.set(x, y, z + 12 + (isUp ? 2.4 * Math.sin(seconds * 1.7) : 0));
    const sway = isUp ? 0.04 * Math.sin(seconds * 1.1) : 0;
    this.body.rotation.set(sway, isUp ? 0.09 : 0, (this.#facing * Math.PI) / 180);
    this.rotor.rotation.z = this.#where === 'raft' ? 0.4 : seconds * (isUp ? 9 : 3);
  }

  /** Where the guest of that number sits; for the scene. */
  seatOf(number: number): [number, number, number] {
    const [forward, left, up] = SITTING[number % SITTING.length]!;
    const angle = this.body.rotation.z;
    const { x, y, z } = this.body.position;
    return [
      x + forward * Math.cos(angle) - left * Math.sin(angle),
      y + forward * Math.sin(angle) + left * Math.cos(angle),
      z + up,
    ];
  }

  dispose(): void {
    this.body.geometry.dispose();
    this.rotor.geometry.dispose();
  }
}
