/** The guests: each a person of their own, in the colour of their seat. */
import { Mesh, Quaternion, Vector3, type Material } from 'three';
import type { Turn } from '../pictures';
import type { Point } from '../island';
import { PAINT, SEATS } from './paints';
import { Model, shape } from './shapes';

const ROUND = 7.2; // the foot of a figure, as far as it lies on it
const UP = new Vector3(0, 0, 1);

interface Person {
  skin: number;
  trousers: number;
  dress: (cloth: number) => Model;
}

/** Looking along x; the head's middle is at 25.4. */
const PEOPLE: Person[] = [
  {
    // A straw hat with a ribbon, and a satchel.
    skin: 0xf2c79c,
    trousers: 0xe4d3a8,
    dress: (cloth) =>
      new Model()
        .add(shape.turned([[9.2, 27.4], [8.8, 28.3], [4.6, 28.6], [4.3, 32.4], [2.6, 33.6], [0.01, 33.8]], 20), 0xf3d78a, { low: 0xd8b25c })
        .add(shape.turned([[4.75, 28.5], [4.7, 30]], 18), cloth, { low: cloth })
        .add(shape.box(3, 5, 4.6), 0x8a5a2c, { at: [-1, 6.4, 12] })
        .add(shape.box(0.9, 0.9, 14), 0x8a5a2c, { at: [2.6, 0.6, 15.6], turn: [-42, 0, 0] }),
  },
  {
    // A cap, a camera, and a great rucksack.
    skin: 0xc98d5f,
    trousers: 0x5a6a4a,
    dress: (cloth) =>
      new Model()
        .add(shape.ball(5, 14), cloth, { at: [0, 0, 26.6], scale: [1, 1, 0.86], low: cloth })
        .add(shape.post(4.2, 4.6, 0.9, 16), cloth, { at: [4, 0, 26.6], turn: [0, 6, 0], low: 0x1d2c48 })
        .add(shape.ball(0.9, 8), PAINT.white, { at: [0, 0, 31] })
        .add(shape.box(6, 10, 11), 0xa8743c, { at: [-6.6, 0, 16.4], low: 0x6d4423 })
        .add(shape.pill(2, 9, 10), 0x7fa05c, { at: [-6.6, 0, 23.2], turn: [90, 0, 0] })
        .add(shape.box(2, 4.4, 3.2), 0x2b2b30, { at: [6.2, 0, 14.4] })
        .add(shape.post(1.2, 1.2, 1.6, 10), 0x9fd8ff, { at: [7, 0, 14.4], turn: [0, 90, 0] }),
  },
  {
    // A pith helmet, a moustache, and a map.
    skin: 0xf0b98e,
    trousers: 0x8a6a48,
    dress: (cloth) =>
      new Model()
        .add(shape.turned([[7.6, 26.6], [5.2, 28.6], [4.6, 31.4], [2.4, 33.4], [0.01, 33.9]], 20), 0xf4ecd4, {
          low: 0xcdbf98,
        })
        .add(shape.ball(0.9, 8), 0xf4ecd4, { at: [0, 0, 34] })
        .add(shape.turned([[5.5, 28.2], [5.1, 29.4]], 18), cloth, { low: cloth })
        .add(shape.pill(0.8, 3.6, 8), 0x7a4a22, { at: [4.5, 0, 23.8], turn: [90, 0, 0] })
        .add(shape.box(0.6, 7, 5), 0xf6e7bb, { at: [7, 1.4, 14], turn: [0, -24, 0], low: 0xe2cd92 })
        .add(shape.box(0.7, 4, 0.6), PAINT.red, { at: [7.2, 1.4, 14.4], turn: [30, -24, 0] })
        .add(shape.box(4, 7.6, 8), 0x6d5136, { at: [-5.8, 0, 15.6] }),
  },
  {
    // A bun, sunglasses, a flower, and a rope over the shoulder.
    skin: 0xe4ad80,
    trousers: 0x3e5a86,
    dress: (cloth) =>
      new Model()
        .add(shape.ball(5.2, 14), 0x5b3418, { at: [-0.9, 0, 26.4], scale: [0.98, 1.04, 1], low: 0x3c210e })
        .add(shape.ball(2.9, 12), 0x6b3f1e, { at: [-1.8, 0, 32], low: 0x3c210e })
        .add(shape.ring(2, 0.7, 12, 5), cloth, { at: [-1.6, 0, 30] })
        .add(shape.box(0.8, 3, 1.9), 0x14202c, { at: [4.5, 2, 25.8] })
        .add(shape.box(0.8, 3, 1.9), 0x14202c, { at: [4.5, -2, 25.8] })
        .add(shape.box(0.7, 1.4, 0.6), 0x14202c, { at: [4.6, 0, 26.2] })
        .add(shape.ball(1.5, 8), 0xff6f91, { at: [0.6, 4.8, 28.2] })
        .add(shape.ball(0.7, 6), PAINT.yellow, { at: [1, 6, 28.4] })
        .add(shape.ring(6.2, 1, 20, 6), PAINT.rope, {
          at: [0, 0, 16], turn: [52, 0, 0], scale: [0.86, 1.16, 1],
        }),
  },
];

export function person(number: number, cloth: number, isSecond: boolean): Model {
  const { skin, trousers, dress } = PEOPLE[number % PEOPLE.length]!;
  const model = new Model()
    .add(shape.turned([[7.8, 0], [7.7, 1.6], [6.8, 2.4], [0.01, 2.5]], 24), cloth, {
      low: 0x241a14,
    })
    .add(shape.turned([[5.4, 10], [5.9, 13], [5.2, 18], [3.6, 21], [1.8, 22]], 16), cloth, {
      low: cloth,
    })
    .add(shape.turned([[5.6, 10.2], [5.7, 11.4]], 16), 0x4a3018, { low: 0x4a3018 })
    .add(shape.ball(4.7, 16), skin, { at: [0, 0, 25.4], low: skin })
    .add(shape.ball(0.95, 8), skin, { at: [4.7, 0, 24.8], low: skin });
  for (const side of [-1, 1]) {
    model
      .add(shape.pill(1.9, 5, 10), trousers, { at: [0, side * 2.5, 8.4], low: trousers })
      .add(shape.ball(2.2, 10), 0x4a3018, { at: [0.9, side * 2.6, 3.8], scale: [1.35, 1, 0.85] })
      .add(shape.pill(1.5, 4.4, 8), cloth, {
        at: [0.6, side * 6, 17.2], turn: [side * 28, -16, 0], low: cloth,
      })
      .add(shape.pill(1.25, 3.6, 8), skin, {
        at: [2.4, side * 7.2, 13.4], turn: [side * 6, -48, 0], low: skin,
      })
      .add(shape.ball(0.62, 6), 0x22160e, { at: [4.35, side * 1.7, 26] });
  }
  if (isSecond)
    model.add(shape.ring(5.3, 0.9, 20, 6), PAINT.white, {
      at: [0, 0, 16.4], turn: [32, 0, 0], scale: [1, 1.14, 1], low: PAINT.white,
    });
  return model.join(dress(cloth));
}

export interface Guest {
  figure: number;
  seat: number;
  isSecond: boolean;
}

export class Figures {
  readonly meshes: Mesh[];
  readonly #facing = new Quaternion();
  readonly #up = new Vector3();

  constructor(guests: Guest[], material: Material) {
    this.meshes = guests.map(({ figure, seat, isSecond }) => {
      const mesh = new Mesh(person(figure, SEATS[seat % SEATS.length]!, isSecond).geometry(), material);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.visible = false;
      return mesh;
    });
  }

  /** Its foot there, facing that way, then tipped; never with its side in the ground. */
  put(figure: number, at: Point, facing: number, [w, x, y, z]: Turn, ground: number, size = 1): void {
    const mesh = this.meshes[figure]!;
    mesh.visible = true;
    this.#facing.setFromAxisAngle(UP, (facing * Math.PI) / 180);
    mesh.quaternion.set(x, y, z, w).multiply(this.#facing);
    const upright = this.#up.copy(UP).applyQuaternion(mesh.quaternion).z;
    const lowest = ground + ROUND * Math.sqrt(Math.max(0, 1 - upright * upright));
    mesh.position.set(at[0], at[1], Math.max(at[2], lowest));
    mesh.scale.setScalar(size);
  }

  hide(figure: number): void {
    this.meshes[figure]!.visible = false;
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose();
  }
}
