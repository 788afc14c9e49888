/** Two bridges and a ladder: planks that tip about their length, on posts that stand. */
import { Mesh, Quaternion, Vector3, type Material } from 'three';
import { ISLAND, toward, type Ground } from '../island';
import { PAINT } from './paints';
import { Model, shape } from './shapes';

const [LONG, WIDE, THICK] = ISLAND.deck;

/** Along y; marbles roll along x, below. */
function bridge(): Model {
  const model = new Model();
  const planks = 11;
  for (let n = 0; n < planks; n++) {
    const y = -LONG + ((2 * LONG) / planks) * (n + 0.5);
    model.add(shape.box(2 * WIDE, (2 * LONG) / planks - 1, 2 * THICK), n % 3 ? PAINT.wood : 0xbc8449, {
      at: [(n % 2) - 0.5, y, 0],
      turn: [0, 0, (n % 3) - 1],
      low: PAINT.darkWood,
    });
  }
  for (const side of [-1, 1])
    model.add(shape.box(1.6, 2 * LONG - 2, 1.6), PAINT.darkWood, {
      at: [side * (WIDE - 3), 0, -THICK - 0.8],
    });
  return model;
}

function ladder(): Model {
  const model = new Model();
  for (const side of [-1, 1])
    model.add(shape.box(2.6, 2 * LONG, 2.6), PAINT.wood, {
      at: [side * (WIDE - 2), 0, 0], low: PAINT.darkWood,
    });
  for (let n = 0; n < 10; n++)
    model.add(shape.pill(1.25, 2 * WIDE - 6, 7), n % 2 ? 0xbc8449 : PAINT.wood, {
      at: [0, -LONG + 4 + n * ((2 * LONG - 8) / 9), 0.3],
      turn: [0, 90, 0],
    });
  model.add(shape.post(9.2, 9.2, 1, 20), PAINT.wood, { at: [0, 0, 0.8], low: PAINT.darkWood });
  return model;
}

/** What stands at both ends, with ropes; in the island's own coordinates. */
export function posts(ground: Ground): Model {
  const all = new Model();
  for (const { at, way, space } of ISLAND.decks) {
    const isLadder = ISLAND.spaces[space]!.kind === 'ladder';
    const [x, y, z] = at;
    const across = toward(way + 90);
    const along = toward(way);
    for (const end of [-1, 1])
      for (const side of [-1, 1]) {
        const px = x + end * (LONG + 2.2) * across[0] + side * (WIDE + 0.6) * along[0];
        const py = y + end * (LONG + 2.2) * across[1] + side * (WIDE + 0.6) * along[1];
        const foot = Math.min(z - 6, ground.at(px, py)) - 3;
        const top = z + (isLadder ? 7 : 13);
        all.add(shape.post(1.5, 1.8, top - foot, 8), PAINT.darkWood, { at: [px, py, foot], low: 0x3c2614 });
        all.add(shape.ball(2, 8), PAINT.rope, { at: [px, py, top] });
      }
    if (!isLadder) for (const side of [-1, 1]) all.join(rope(at, along, across, side * (WIDE + 0.6)));
    for (const end of [-1, 1])
      all.add(shape.box(2 * WIDE + 4, 5, 3), PAINT.stone, {
        at: [x + end * (LONG + 4) * across[0], y + end * (LONG + 4) * across[1], z - 1.6],
        turn: [0, 0, way],
        low: PAINT.darkStone,
      });
  }
  return all;
}

/** A handrail that sags. */
function rope(
  [x, y, z]: [number, number, number],
  along: [number, number],
  across: [number, number],
  side: number,
): Model {
  const model = new Model();
  const parts = 10;
  const placeOf = (n: number): Vector3 => {
    const t = (2 * n) / parts - 1;
    const out = t * (LONG + 2.2);
    return new Vector3(
      x + out * across[0] + side * along[0],
      y + out * across[1] + side * along[1],
      z + 7.5 + 4.5 * t * t,
    );
  };
  for (let n = 0; n < parts; n++) {
    const [from, to] = [placeOf(n), placeOf(n + 1)];
    const way = to.clone().sub(from);
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way.clone().normalize());
    const piece = shape.post(0.7, 0.7, way.length(), 6).applyQuaternion(turn);
    model.add(piece, PAINT.rope, { at: [from.x, from.y, from.z] });
  }
  return model;
}

export class Bridges {
  readonly meshes: Mesh[];

  constructor(material: Material) {
    this.meshes = ISLAND.decks.map(({ at, way, space }) => {
      const model = ISLAND.spaces[space]!.kind === 'ladder' ? ladder() : bridge();
      const mesh = new Mesh(model.geometry(), material);
      mesh.position.set(...at);
      mesh.rotation.order = 'ZYX';
      mesh.rotation.z = (way * Math.PI) / 180;
      mesh.castShadow = mesh.receiveShadow = true;
      return mesh;
    });
  }

  /** By radians. */
  tilt(deck: number, radians: number): void {
    this.meshes[deck]!.rotation.y = radians;
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose();
  }
}
