/** What grows and lies about: palms and bushes in the east, crags and dead wood in the west. */
import { InstancedMesh, Matrix4, Quaternion, Vector3, type Material } from 'three';
import { ISLAND, type Ground } from '../island';
import { finely } from './fields';
import { PAINT } from './paints';
import { GRID, scattered, slopeAt } from './relief';
import { Model, shape } from './shapes';

interface Kind {
  model: () => Model;
  count: number; // at most
  apart: number; // from spaces and from what else grows
  fromLane: number;
  size: [number, number];
  steepest: number;
  lowest: number; // above the sea
  likes: (x: number, height: number) => number; // 0 to 1
}

const east = (x: number): number => Math.min(1, Math.max(0, (x - 60) / 160));
const west = (x: number): number => Math.min(1, Math.max(0, (-90 - x) / 140));
const middle = (x: number): number => Math.max(0, 1 - east(x) - west(x));

const KINDS: Kind[] = [
  { model: palm, count: 130, apart: 17, fromLane: 27, size: [0.75, 1.25], steepest: 0.5, lowest: 8, likes: (x) => 0.9 * east(x) },
  { model: bush, count: 240, apart: 18, fromLane: 25, size: [0.6, 1.3], steepest: 0.75, lowest: 14, likes: (x) => east(x) + 0.35 * middle(x) },
  { model: fern, count: 260, apart: 16.5, fromLane: 23, size: [0.7, 1.2], steepest: 0.8, lowest: 8, likes: (x) => east(x) + 0.2 * middle(x) },
  { model: flowers, count: 70, apart: 16.5, fromLane: 23, size: [0.8, 1.2], steepest: 0.5, lowest: 10, likes: (x) => 0.7 * east(x) + 0.4 * middle(x) },
  { model: crag, count: 110, apart: 17, fromLane: 27, size: [0.7, 1.6], steepest: 0.9, lowest: 6, likes: (x) => west(x) },
  { model: deadTree, count: 40, apart: 20, fromLane: 28, size: [0.8, 1.3], steepest: 0.6, lowest: 20, likes: (x) => 0.7 * west(x) },
  { model: boulder, count: 150, apart: 16, fromLane: 24, size: [0.5, 1.3], steepest: 1.2, lowest: -4, likes: (x) => 0.3 + 0.7 * middle(x) },
  { model: tuft, count: 220, apart: 15.5, fromLane: 23, size: [0.7, 1.2], steepest: 0.7, lowest: 12, likes: (x) => middle(x) + 0.2 * west(x) + 0.4 * east(x) },
];

export class Grove {
  readonly meshes: InstancedMesh[] = [];

  constructor(ground: Ground, material: Material, keepClear: readonly (readonly [number, number, number])[]) {
    const taken = new Taken();
    for (const { at } of ISLAND.spaces) taken.add(at[0], at[1], 0);
    for (const [x, y, room] of keepClear) taken.add(x, y, room);
    const lanes = new Taken();
    for (const lane of ISLAND.lanes)
      finely(lane).forEach(({ x, y }, n) => n % 4 || lanes.add(x, y, 0));
    const next = scattered(4);
    for (const kind of KINDS) {
      const places = placesFor(kind, ground, taken, lanes, next);
      const mesh = new InstancedMesh(kind.model().geometry(), material, places.length);
      places.forEach((matrix, n) => mesh.setMatrixAt(n, matrix));
      mesh.castShadow = mesh.receiveShadow = true;
      this.meshes.push(mesh);
    }
  }

  dispose(): void {
    for (const mesh of this.meshes) {
      (mesh.geometry).dispose();
      mesh.dispose();
    }
  }
}

/** Places that are taken, by squares, so that asking is quick. */
class Taken {
  readonly #squares = new Map<number, [number, number, number][]>();

  #square(x: number, y: number): number {
    return Math.floor(x / 40) * 1000 + Math.floor(y / 40);
  }

  add(x: number, y: number, room: number): void {
    const square = this.#square(x, y);
    const there = this.#squares.get(square);
    if (there) there.push([x, y, room]);
    else this.#squares.set(square, [[x, y, room]]);
  }

  isFree(x: number, y: number, apart: number): boolean {
    for (const right of [-40, 0, 40])
      for (const up of [-40, 0, 40])
        for (const [ox, oy, room] of this.#squares.get(this.#square(x + right, y + up)) ?? [])
          if (Math.hypot(x - ox, y - oy) < apart + room) return false;
    return true;
  }
}

function placesFor(kind: Kind, ground: Ground, taken: Taken, lanes: Taken, next: () => number): Matrix4[] {
  const places: Matrix4[] = [];
  for (let tries = 0; tries < 5200 && places.length < kind.count; tries++) {
    const x = GRID.west + next() * GRID.wide;
    const y = GRID.south + next() * GRID.tall;
    const z = ground.at(x, y);
    if (z < kind.lowest || next() > kind.likes(x, z)) continue;
    const slope = slopeAt(ground, x, y, 5);
    if (Math.hypot(slope.x, slope.y) > kind.steepest) continue;
    if (!taken.isFree(x, y, kind.apart) || !lanes.isFree(x, y, kind.fromLane)) continue;
    taken.add(x, y, -7);
    const size = kind.size[0] + (kind.size[1] - kind.size[0]) * next();
    places.push(
      new Matrix4().compose(
        new Vector3(x, y, z - 0.6),
        new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), next() * 6.3),
        new Vector3(size, size, size * (0.9 + 0.25 * next())),
      ),
    );
  }
  return places;
}

// ── What grows ───────────────────────────────────────────────────────────────────────────────────

export function palm(): Model {
  const model = new Model();
  for (let n = 0; n < 5; n++)
    model.add(shape.post(1.15 - n * 0.08, 1.45 - n * 0.08, 4.6, 7), n % 2 ? 0x8c6238 : 0xa67a48, {
      at: [0.22 * n * n, 0, n * 4.2],
      turn: [0, n * 5, 0],
    });
  for (let n = 0; n < 7; n++) model.join(frond(), { at: [3.9, 0, 21], turn: [0, 0, n * 51.4] });
  for (let n = 0; n < 3; n++)
    model.add(shape.ball(1.3, 7), 0x8a5a2b, {
      at: [3.9 + 1.5 * Math.cos(n * 2.1), 1.5 * Math.sin(n * 2.1), 20],
    });
  return model;
}

/** A leaf that hangs over, folded along its middle. */
function frond(): Model {
  const model = new Model();
  for (const side of [-1, 1])
    for (let n = 0; n < 3; n++)
      model.add(shape.box(4.6, 2.3 - n * 0.5, 0.5), n < 1 ? PAINT.leaf : n < 2 ? 0x6db84a : PAINT.lightLeaf, {
        at: [2.2 + n * 3.9, side * (1 - n * 0.2), 0.9 - n * n * 1.15],
        turn: [side * 24, 12 + n * 20, 0],
        low: PAINT.darkLeaf,
      });
  return model;
}

function bush(): Model {
  return new Model()
    .add(shape.rock(4.6, 1), 0x569e45, { at: [0, 0, 2.6], scale: [1, 1, 0.85], low: 0x245c36, flat: true })
    .add(shape.rock(3.4, 1), 0x78b84c, { at: [3.4, 1.2, 2], scale: [1, 1, 0.85], low: 0x2c6a3a, flat: true })
    .add(shape.rock(2.9, 1), 0x3f8a42, { at: [-2.8, 2.4, 1.8], low: 0x1f5232, flat: true });
}

function fern(): Model {
  const model = new Model();
  for (let n = 0; n < 6; n++)
    model.add(shape.cone(1.1, 6.4, 4), n % 2 ? PAINT.leaf : PAINT.lightLeaf, {
      turn: [0, 52 + (n % 3) * 9, n * 60],
      scale: [0.35, 1, 1],
      low: PAINT.darkLeaf,
    });
  return model;
}

function flowers(): Model {
  const model = fern();
  const paints = [0xff6f91, 0xffd35c, 0xffffff];
  for (let n = 0; n < 5; n++)
    model.add(shape.ball(0.95, 6), paints[n % 3]!, {
      at: [3.4 * Math.cos(n * 1.26), 3.4 * Math.sin(n * 1.26), 3 + (n % 2)],
      low: paints[n % 3]!,
    });
  return model;
}

function crag(): Model {
  return new Model()
    .add(shape.rock(4.4), 0x8a6a66, {
      at: [0, 0, 3], scale: [0.8, 0.9, 1.9], turn: [8, 5, 0], low: 0x3a2b30, flat: true,
    })
    .add(shape.rock(3), 0x7a5c5a, {
      at: [4, 1, 1.6], scale: [0.9, 0.9, 1.5], turn: [0, 14, 30], low: 0x33262a, flat: true,
    })
    .add(shape.rock(2.3), 0x9a7a70, { at: [-3.2, 2, 1], low: 0x3a2b30, flat: true });
}

function deadTree(): Model {
  const bark = 0x8b7468;
  const model = new Model().add(shape.post(0.8, 1.9, 13, 6), bark, { turn: [0, 6, 0], low: 0x3a2c2a });
  for (const [turn, high, lean] of [[20, 8, 48], [150, 10.5, -42], [260, 6, 55]] as const)
    model.add(shape.post(0.25, 0.75, 7.5, 5), bark, {
      at: [high * 0.1, 0, high], turn: [0, lean, turn], low: 0x57443e,
    });
  return model;
}

function boulder(): Model {
  return new Model()
    .add(shape.rock(3.4), 0xa79b8c, { at: [0, 0, 1.2], scale: [1.1, 0.9, 0.8], low: 0x55504c, flat: true })
    .add(shape.rock(2), 0x958a7e, { at: [3.4, 1.4, 0.7], low: 0x4c4744, flat: true });
}

function tuft(): Model {
  const model = new Model();
  for (let n = 0; n < 7; n++)
    model.add(shape.cone(0.55, 4.8, 4), n % 2 ? 0xb9b65a : 0x8f9a4c, {
      turn: [0, 18 + (n % 3) * 10, n * 51],
      low: 0x4f5a2c,
    });
  return model;
}
