/** Spaces and the paths between them: ovals cut out by hand, and stepping stones. */
import { InstancedMesh, Matrix4, Mesh, Quaternion, Vector3, type Material } from 'three';
import { ISLAND, type Ground, type Place } from '../island';
import { COLOURS, PAINT } from './paints';
import { scattered, slopeAt } from './relief';
import { Model, shape, type Placing } from './shapes';

const STONES_APART = 8.4; // millimetres
const CLEAR = 14; // of the middle of a space
const DECK_CLEAR = 40; // of the middle of a bridge

export function isDeck(kind: string): boolean {
  return kind === 'bridge' || kind === 'ladder';
}

/** How a flat thing lies at a place, in degrees about x, then y. */
export function leaning(ground: Ground, x: number, y: number): [number, number, number] {
  const slope = slopeAt(ground, x, y);
  const degrees = 180 / Math.PI;
  return [Math.atan(slope.y) * degrees, -Math.atan(slope.x) * degrees, 0];
}

export class Paths {
  readonly spaces: Mesh;
  readonly stones: InstancedMesh;
  readonly places: [x: number, y: number][]; // of the stones

  constructor(ground: Ground, material: Material) {
    this.spaces = new Mesh(spacesModel(ground).geometry(), material);
    this.spaces.receiveShadow = true;
    const places = steppingStones(ground);
    const stone = new Model().add(shape.rock(1, 1), PAINT.sand, { low: PAINT.mud });
    this.stones = new InstancedMesh(stone.geometry(), material, places.length);
    places.forEach((matrix, n) => this.stones.setMatrixAt(n, matrix));
    this.places = places.map(({ elements }) => [elements[12], elements[13]]);
    this.stones.receiveShadow = true;
  }

  dispose(): void {
    this.spaces.geometry.dispose();
    this.stones.geometry.dispose();
    this.stones.dispose();
  }
}

// ── Spaces ───────────────────────────────────────────────────────────────────────────────────────

function spacesModel(ground: Ground): Model {
  const next = scattered(17);
  const all = new Model();
  for (const space of ISLAND.spaces) {
    if (isDeck(space.kind) || space.kind === 'helipad') continue;
    const [x, y, z] = space.at;
    const turn = leaning(ground, x, y);
    const oval: Placing = { turn: [0, 0, next() * 180], scale: [1.08, 0.94 + 0.06 * next(), 1] };
    const button = new Model().join(disc(space), oval).join(mark(space));
    all.join(button, { at: [x, y, z + 0.2], turn });
  }
  return all;
}

function disc({ kind, region }: Place): Model {
  const paint = kind === 'snapshot' ? COLOURS[ISLAND.regions[region]!.colour]! : PAINT.sand;
  return new Model()
    .add(shape.turned([[11.6, -2], [11.4, 0.7], [10.4, 1.3], [9.2, 0.9]], 22), PAINT.mud)
    .add(shape.turned([[9.4, 0.7], [8, 1], [0.01, 1.1]], 22), kind.startsWith('cave') ? PAINT.ink : paint, {
      low: paint,
    });
}

/** What makes a space special. */
function mark({ kind }: Place): Model {
  const model = new Model();
  if (kind === 'treasure') {
    model.add(shape.ring(6.4, 0.7, 20, 5), PAINT.brass, { at: [0, 0, 1.1], scale: [1, 1, 0.5] });
    for (let n = 0; n < 4; n++)
      model.add(shape.box(1.6, 1.6, 0.9), PAINT.brass, {
        at: [...spoke(n * 90, 3.6), 1.2], turn: [0, 0, 45],
      });
  }
  if (kind === 'snapshot')
    model
      .add(shape.box(9, 6, 1), PAINT.white, { at: [0, 0, 1.4] })
      .add(shape.box(3, 1.6, 1), PAINT.white, { at: [-1.5, 3.6, 1.4] })
      .add(shape.post(2.3, 2.3, 0.6, 16), PAINT.ink, { at: [0, -0.2, 1.7] })
      .add(shape.post(1.2, 1.2, 0.4, 12), 0x8fd0ff, { at: [0, -0.2, 2.1] });
  if (kind === 'heart') model.add(shape.ring(6.8, 0.9, 22, 5), PAINT.heart, { at: [0, 0, 1.2], glow: 0.25 });
  if (kind.startsWith('cave')) {
    const number = Number(kind.at(-1));
    for (let n = 0; n < number; n++) {
      const at = spoke(90 + (n * 360) / number, number === 1 ? 0 : 3.2);
      model.add(shape.ball(1.7, 10), PAINT.bone, { at: [...at, 1.3], scale: [1, 1, 0.6] });
    }
  }
  return model;
}

function spoke(degrees: number, far: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [far * Math.cos(angle), far * Math.sin(angle)];
}

// ── Stepping stones ──────────────────────────────────────────────────────────────────────────────

function steppingStones(ground: Ground): Matrix4[] {
  const next = scattered(23);
  const stones: Matrix4[] = [];
  ISLAND.spaces.forEach((space, number) => {
    for (const other of space.near) {
      if (other < number) continue;
      const end = ISLAND.spaces[other]!;
      const long = Math.hypot(end.at[0] - space.at[0], end.at[1] - space.at[1]);
      const first = isDeck(space.kind) ? DECK_CLEAR : CLEAR;
      const room = long - first - (isDeck(end.kind) ? DECK_CLEAR : CLEAR);
      const count = Math.max(0, Math.round(room / STONES_APART) + 1);
      for (let n = 0; n < count; n++) {
        const part = (first + (count > 1 ? (room * n) / (count - 1) : room / 2)) / long;
        const x = space.at[0] + (end.at[0] - space.at[0]) * part + next() * 1.6 - 0.8;
        const y = space.at[1] + (end.at[1] - space.at[1]) * part + next() * 1.6 - 0.8;
        stones.push(stoneAt(ground, x, y, next));
      }
    }
  });
  return stones;
}

function stoneAt(ground: Ground, x: number, y: number, next: () => number): Matrix4 {
  const slope = slopeAt(ground, x, y, 3);
  const up = new Vector3(-slope.x, -slope.y, 1).normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), next() * 6.3));
  const size = 2 + next() * 0.7;
  return new Matrix4().compose(
    new Vector3(x, y, ground.at(x, y) + 0.2),
    turn,
    new Vector3(size * 1.15, size, 1.1),
  );
}
