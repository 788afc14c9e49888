/** Tokens on their slabs and in the Maw, each colour with its own shape; the Heart and the Penny. */
import {
  ConeGeometry,
  ExtrudeGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  Quaternion,
  Shape,
  Vector3,
  type Material,
} from 'three';
import { ISLAND, type Ground } from '../island';
import { COLOURS, PAINT } from './paints';
import { Model, shape } from './shapes';

const MOST = 12; // of each colour
const UP = new Vector3(0, 0, 1);

/** A ruby in a claw, a coin with a sun, a drop of sapphire: what their drawings on the cards are. */
const TOKENS: Record<string, () => Model> = {
  red: () =>
    new Model()
      .add(shape.post(2.4, 4.6, 3, 6), 0xff6a55, {
        at: [0, 0, 3.6], low: COLOURS['red']!, flat: true, glow: 0.12,
      })
      .add(shape.post(4.6, 1.6, 3.8, 6), COLOURS['red']!, {
        at: [0, 0, -0.2], low: 0x8a1812, flat: true, glow: 0.12,
      }),
  yellow: () => {
    const coin = new Model()
      .add(shape.post(4.8, 4.8, 1.8, 20), PAINT.gold, { at: [0, 0, -0.9], low: 0xb87f14, glow: 0.12 })
      .add(shape.ring(4.4, 0.6, 20, 6), 0xffe07a, { at: [0, 0, 0.9] })
      .add(shape.ball(1.7, 10), 0xffe48a, { at: [0, 0, 0.9], scale: [1, 1, 0.5] });
    for (let n = 0; n < 8; n++)
      coin.add(shape.box(1.2, 0.5, 0.5), 0xffe48a, {
        at: [2.7 * Math.cos(n * 0.785), 2.7 * Math.sin(n * 0.785), 1], turn: [0, 0, n * 45],
      });
    return new Model().join(coin, { at: [0, 0, 4.4], turn: [62, 0, 0] });
  },
  blue: () =>
    new Model()
      .add(shape.ball(4, 14), COLOURS['blue']!, { at: [0, 0, 3.4], low: 0x123f8a, glow: 0.12 })
      .add(cone(3.35, 6), 0x7fc0ff, { at: [0, 0, 5.4], low: COLOURS['blue']!, glow: 0.12 })
      .add(shape.ball(0.9, 8), PAINT.white, { at: [-1.5, -2.6, 5.2] }),
};

function cone(radius: number, tall: number): ConeGeometry {
  return new ConeGeometry(radius, tall, 14, 1, true).rotateX(Math.PI / 2).translate(0, 0, tall / 2);
}

function heart(): Model {
  const outline = new Shape()
    .moveTo(0, 0)
    .bezierCurveTo(-1, 2.4, -6, 4.6, -6, 8.6)
    .bezierCurveTo(-6, 12.4, -1.2, 13, 0, 9.6)
    .bezierCurveTo(1.2, 13, 6, 12.4, 6, 8.6)
    .bezierCurveTo(6, 4.6, 1, 2.4, 0, 0);
  const solid = new ExtrudeGeometry(outline, {
    depth: 2.4,
    bevelSize: 0.9,
    bevelThickness: 1.4,
    bevelSegments: 3,
    curveSegments: 9,
  });
  solid.translate(0, 0, -1.2).rotateX(Math.PI / 2);
  return new Model()
    .add(solid, 0xff3c5e, { low: PAINT.heart, glow: 0.5 })
    .add(shape.ring(7.6, 0.7, 26, 6), PAINT.gold, { at: [0, 0, 6.6], turn: [10, 0, 0] });
}

export interface TokenSpot {
  colour: string;
  x: number;
  y: number;
  z: number;
  turn: number; // radians
}

export class Treasures {
  readonly meshes: InstancedMesh[];
  readonly heart: Mesh;
  readonly #colours: string[];
  readonly #matrix = new Matrix4();
  readonly #place = new Vector3();
  readonly #turn = new Quaternion();
  readonly #size = new Vector3(1.15, 1.15, 1.15);

  constructor(material: Material) {
    this.#colours = Object.keys(TOKENS);
    this.meshes = this.#colours.map((colour) => {
      const mesh = new InstancedMesh(TOKENS[colour]!().geometry(), material, MOST);
      mesh.count = 0;
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = true;
      return mesh;
    });
    this.heart = new Mesh(heart().geometry(), material);
    this.heart.castShadow = true;
  }

  lay(tokens: readonly TokenSpot[]): void {
    for (const mesh of this.meshes) mesh.count = 0;
    for (const { colour, x, y, z, turn } of tokens) {
      const mesh = this.meshes[this.#colours.indexOf(colour)];
      if (!mesh || mesh.count === MOST) continue;
      this.#turn.setFromAxisAngle(UP, turn);
      mesh.setMatrixAt(mesh.count++, this.#matrix.compose(this.#place.set(x, y, z), this.#turn, this.#size));
    }
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }

  putHeart(at: [number, number, number] | null): void {
    this.heart.visible = at !== null;
    if (at) this.heart.position.set(...at);
  }

  dispose(): void {
    for (const mesh of [...this.meshes, this.heart]) mesh.geometry.dispose();
    for (const mesh of this.meshes) mesh.dispose();
  }
}

/** Where a token lies on the slab of a space. */
export function onSlab(ground: Ground, space: number): [number, number, number] | null {
  const { slab } = ISLAND.spaces[space]!;
  return slab ? [slab[0], slab[1], ground.at(slab[0], slab[1]) + SLAB_TOP] : null;
}

export const SLAB_TOP = 3.8;
