/** The seven trees at the forks. Their roots turn marbles; the long one has a band around it. */
import { Mesh, type Material } from 'three';
import { ISLAND, treeWay, type Ground } from '../island';
import { PAINT } from './paints';
import { Model, shape } from './shapes';

const ROOT = { tall: 15, thick: 3.4 };

/** A root: as long as marbles find it, lower towards its tip. */
function root(long: number, bark: number, isLong: boolean): Model {
  const model = new Model();
  const parts = 6;
  for (let n = 0; n < parts; n++) {
    const tall = ROOT.tall * (1 - 0.55 * (n / (parts - 1)) ** 1.5);
    const wide = ROOT.thick * (1.25 - 0.4 * (n / parts));
    const paint = isLong && n === parts - 2 ? PAINT.white : isLong && n === parts - 1 ? PAINT.red : bark;
    model.add(shape.pill(wide / 2, tall, 8), paint, {
      at: [(long * (n + 0.5)) / parts, 0, tall / 2 - 5],
      scale: [1.7, 1, 1],
      turn: [0, 12, 0],
      low: paint === bark ? 0x3a2818 : paint,
    });
  }
  return model;
}

function trunk(bark: number, top = 34): Model {
  const model = new Model().add(
    shape.turned([[7.5, -6], [6, 0], [4.9, 8], [4.2, 18], [4.6, top - 4], [3.2, top]], 12),
    bark,
    { low: 0x3a2818 },
  );
  const [long, short] = ISLAND.roots;
  model.join(root(long![1], bark, true), { turn: [0, 0, long![0]] });
  model.join(root(short![1], bark, false), { turn: [0, 0, short![0]] });
  for (const side of [70, 115, 245, 290])
    model.add(shape.cone(2.4, 9, 6), bark, {
      at: [...offset(side, 4.4), -3], turn: [0, 34, side], low: 0x3a2818,
    });
  return model;
}

function offset(degrees: number, far: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [far * Math.cos(angle), far * Math.sin(angle)];
}

function crown(leaf: number, low: number, blobs: [x: number, y: number, z: number, radius: number][]): Model {
  const model = new Model();
  blobs.forEach(([x, y, z, radius], n) =>
    model.add(shape.rock(radius, 1), leaf, {
      at: [x, y, z],
      turn: [n * 40, n * 70, n * 110],
      scale: [1, 1, 0.82],
      low,
      flat: true,
    }),
  );
  return model;
}

const TREES: Record<string, () => Model> = {
  // Bent by the wind, with a few leaves left.
  crook: () =>
    trunk(0x8a6a4e, 26)
      .add(shape.pill(2.6, 16, 8), 0x8a6a4e, { at: [-3.5, 3, 31], turn: [-24, -38, 0], low: 0x6a4c34 })
      .add(shape.pill(1.6, 10, 7), 0x8a6a4e, { at: [3.6, -2, 29], turn: [20, 46, 0], low: 0x6a4c34 })
      .join(crown(0x8f9b3e, 0x4f5a24, [[-10, 6, 40, 7], [-4, 9, 38, 5], [8.5, -4.5, 34.5, 5]])),
  // Charred, and still glowing.
  'cinder oak': () => {
    const model = trunk(0x4a3a38, 30);
    model.join(crown(0xb5512a, 0x4a2620, [[0, 0, 38, 10], [7, 5, 35, 6.5], [-7, 4, 35, 6.5], [1, -8, 34.5, 6.5]]));
    for (let n = 0; n < 9; n++)
      model.add(shape.ball(1.2, 6), 0xffa12a, {
        at: [...offset(n * 137, 5 + (n % 4) * 2), 40 + (n % 3) * 2.4], glow: 1.4,
      });
    return model;
  },
  // In black and violet; her branches hang.
  widow: () => {
    const model = trunk(0x5c4a58, 32).join(crown(0x7a5a94, 0x3c2c52, [[0, 0, 38, 9], [5, 4, 36, 6], [-5, -3, 36, 6]]));
    for (let n = 0; n < 11; n++)
      model.add(shape.cone(1.5, 15 + (n % 3) * 2, 5), n % 2 ? 0x9a7ab4 : 0x6a4a84, {
        at: [...offset(n * 32.7, 9.5), 39],
        turn: [180, 0, 0],
        low: 0x9a7ab4,
      });
    return model;
  },
  // Tall and thin.
  spindle: () => {
    const model = trunk(0x7a5a3a, 28);
    for (let n = 0; n < 5; n++)
      model.add(shape.cone(10.5 - n * 1.7, 15, 9), n % 2 ? 0x3f8f4a : 0x2f7a44, {
        at: [0, 0, 22 + n * 8], low: 0x1d4f30, turn: [0, 0, n * 20],
      });
    return model;
  },
  // Two that grew together.
  twins: () =>
    trunk(0x84603a, 22)
      .add(shape.pill(2.4, 14, 8), 0x84603a, { at: [0, 4.6, 26], turn: [-32, 0, 0] })
      .add(shape.pill(2.4, 14, 8), 0x84603a, { at: [0, -4.6, 26], turn: [32, 0, 0] })
      .join(crown(0x5fae4a, 0x2a6a38, [[0, 9, 37, 8], [4, 13, 34, 5], [-4, 10, 33, 5]]))
      .join(crown(0x9cc44a, 0x4f7a2c, [[0, -9, 37, 8], [4, -12, 34, 5], [-4, -11, 33, 5]])),
  // With fruits that shine.
  lantern: () => {
    const model = trunk(0x6e5034, 31).join(
      crown(0x3f9a5a, 0x1f5a3a, [[0, 0, 39, 10], [7, -4, 36, 6.5], [-7, -4, 36, 6.5], [0, 8, 36, 6.5]]),
    );
    for (let n = 0; n < 6; n++)
      model
        .add(shape.post(0.3, 0.3, 6, 4), PAINT.ink, { at: [...offset(n * 60 + 20, 10), 27] })
        .add(shape.ball(2, 8), 0xffe08a, { at: [...offset(n * 60 + 20, 10), 26], glow: 1.1, low: 0xffb84a });
    return model;
  },
  // On stilts, in the water.
  wader: () => {
    const model = trunk(0x8b6f52, 30).join(
      crown(0x57a878, 0x2a6a5a, [[0, 0, 37, 8.5], [8, 2, 36, 6.5], [-8, -2, 36, 6.5], [2, 8, 34, 5.5], [-2, -8, 34, 5.5]]),
    );
    for (const side of [60, 90, 120, 240, 270, 300])
      model.add(shape.pill(0.9, 17, 6), 0x8b6f52, {
        at: [...offset(side, 6.4), 5], turn: [0, 28, side], low: 0x4a3826,
      });
    return model;
  },
};

export class Trees {
  readonly meshes: Mesh[];

  constructor(ground: Ground, material: Material) {
    this.meshes = ISLAND.trees.map(({ id, at }) => {
      const mesh = new Mesh((TREES[id] ?? TREES['spindle']!)().geometry(), material);
      mesh.position.set(at[0], at[1], ground.at(at[0], at[1]));
      mesh.castShadow = mesh.receiveShadow = true;
      return mesh;
    });
  }

  /** To a heading; parts of headings are on the way. */
  turn(tree: number, heading: number): void {
    this.meshes[tree]!.rotation.z = (treeWay(ISLAND.trees[tree]!, heading) * Math.PI) / 180;
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose();
  }
}

