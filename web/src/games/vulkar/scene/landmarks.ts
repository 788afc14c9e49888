/** Six things that everybody takes a picture of, one beside each picture space. */
import { HELIPAD, ISLAND, toward, type Ground } from '../island';
import { palm } from './grove';
import { COLOURS, PAINT } from './paints';
import { Model, shape } from './shapes';
import { awayFromPaths } from './stonework';

const FAR = 23; // from the middle of the space

/** Looking along -x, at the space. */
const LANDMARKS: Record<string, () => Model> = {
  'Gannet Stair': () => {
    const model = new Model();
    for (let n = 0; n < 5; n++)
      model.add(shape.box(5, 12, 3 + n * 3.4), 0x9d8b84, {
        at: [-7 + n * 3.6, 0, (3 + n * 3.4) / 2 - 1], low: PAINT.darkStone,
      });
    const gannet = new Model()
      .add(shape.ball(2.6, 10), PAINT.white, { scale: [1.35, 1, 1], at: [0, 0, 2.6] })
      .add(shape.ball(1.5, 10), 0xffe2a0, { at: [-2.6, 0, 5.4], low: PAINT.white })
      .add(shape.cone(0.6, 2.6, 6), 0x8fb0c8, { at: [-3.6, 0, 5.4], turn: [0, -96, 0] })
      .add(shape.cone(1.2, 4, 5), PAINT.ink, { at: [2.4, 0, 2.8], turn: [0, 100, 0] });
    return model.join(gannet, { at: [8, -1, 18.6] }).join(gannet, {
      at: [0.6, 3, 11.8], scale: 0.75, turn: [0, 0, 40],
    });
  },
  'The Blind Oven': () =>
    new Model()
      .add(shape.ball(11, 18), 0xb0553c, { scale: [1, 1.1, 0.95], at: [2, 0, 2], low: 0x4d221c })
      .add(shape.post(2.8, 3.4, 9, 10), 0x9c4a36, { at: [5, 3, 9.5], low: 0x6e3226 })
      .add(shape.ring(3, 0.9, 14, 6), 0x6e3226, { at: [5, 3, 18.5] })
      .add(shape.ball(5, 14), 0x1a0d0a, { scale: [0.5, 1.1, 1], at: [-7.4, 0, 4], low: 0x0d0605 })
      .add(shape.ball(3.2, 12), 0xff8a1e, { scale: [0.5, 1.2, 0.6], at: [-8.6, 0, 2.2], glow: 1.3 })
      .add(shape.box(2, 14, 1.6), 0x7d6a60, { at: [-8.6, 0, -0.4] })
      .add(shape.box(1, 3.4, 0.8), PAINT.bone, { at: [-7.4, 4.4, 10.2], turn: [24, 0, 0] })
      .add(shape.box(1, 3.4, 0.8), PAINT.bone, { at: [-7.4, -4.4, 10.2], turn: [-24, 0, 0] }),
  'Roof of the World': () => {
    const model = new Model()
      .add(shape.rock(9), 0xa9a098, { at: [1, 0, 4], scale: [1, 1.1, 1.3], low: 0x5a5450, flat: true })
      .add(shape.cone(5.4, 7, 6), 0xf4f6f8, { at: [0.6, 0.4, 10.5], low: 0xd4dce4, flat: true })
      .add(shape.post(0.5, 0.6, 17, 6), PAINT.wood, { at: [0.6, 0.4, 14] });
    for (let n = 0; n < 7; n++)
      model.add(shape.cone(1.4, 3, 3), [PAINT.red, PAINT.yellow, PAINT.blue, PAINT.white][n % 4]!, {
        at: [0.6 - n * 1.7, 0.4 + n * 1.9, 29 - n * 3.1 - Math.sin((n / 6) * 3.1) * 2],
        turn: [180, 0, 40],
        scale: [1, 0.2, 1],
        low: [PAINT.red, PAINT.yellow, PAINT.blue, PAINT.white][n % 4]!,
      });
    return model;
  },
  'Idol of Yawns': () => {
    const model = new Model()
      .add(shape.turned([[7.5, -2], [8, 3], [7, 8], [7.8, 15], [8.4, 22], [7, 27], [0.01, 28]], 14), 0x9aa07e, {
        low: 0x4e5442,
      })
      .add(shape.ball(4.6, 14), 0x241c1a, { at: [-6, 0, 10], scale: [0.6, 1, 1.35], low: 0x100b0a })
      .add(shape.ring(4.8, 1.2, 16, 6), 0xc9b27e, { at: [-6.6, 0, 10], turn: [0, 90, 0], scale: [1.3, 1, 1] })
      .add(shape.box(2.4, 3, 6), 0xb4b892, { at: [-8, 0, 18] });
    for (const side of [-1, 1])
      model
        .add(shape.pill(0.9, 4, 8), 0x3a352c, { at: [-7.6, side * 3.8, 21.4], turn: [90, 0, 0] })
        .add(shape.box(2, 5, 1.6), 0x6f7a52, { at: [-7.4, side * 3.8, 24], turn: [side * 16, 0, 0] })
        .add(shape.pill(1.6, 9, 8), 0x9aa07e, {
          at: [-3, side * 8.6, 11], turn: [side * 18, 0, 0], low: 0x4e5442,
        });
    return model;
  },
  'Hammock Falls': () => {
    const model = new Model().join(palm(), { at: [2, 9, -2], turn: [0, 0, 120] }).join(palm(), {
      at: [2, -9, -2], turn: [0, 0, 240],
    });
    for (let n = 0; n < 8; n++) {
      const t = n / 3.5 - 1;
      model.add(shape.box(5.6 - Math.abs(t) * 2, 2.3, 0.7), n % 2 ? 0xe8513a : PAINT.white, {
        at: [2, t * 7, 5 + 4.6 * t * t],
        turn: [t * 44, 0, 0],
        low: n % 2 ? 0xb33a28 : 0xd8d8d0,
      });
    }
    model
      .add(shape.box(9, 26, 12), 0x8b8b7a, { at: [12, 0, 3], low: 0x4e5044 })
      .add(shape.box(1, 5, 13), 0xbfe8f2, { at: [7.2, 0, 3.6], low: 0x6fb8d0 })
      .add(shape.ball(3, 8), PAINT.white, { at: [6, 0, -1.6], scale: [1, 1.4, 0.6] });
    return model;
  },
  'The Sunken Piano': () => {
    const model = new Model()
      .add(shape.box(11, 15, 3.4), 0x2b2024, { at: [2, 0, 5], turn: [7, -9, 0], low: 0x120c0e })
      .add(shape.box(9.4, 13, 0.7), 0x3a2a2e, { at: [6.4, 0, 12], turn: [7, -48, 0], low: 0x1c1316 })
      .add(shape.post(0.4, 0.4, 8, 5), 0x3a2a2e, { at: [3, -4, 6], turn: [0, 20, 0] })
      .add(shape.box(2.8, 13.4, 1.1), PAINT.white, { at: [-4.4, 0, 4.7], turn: [7, -9, 0], low: 0xe4dfd2 });
    for (let n = 0; n < 8; n++)
      model.add(shape.box(1.5, 0.7, 0.7), PAINT.ink, {
        at: [-3.9, -5.2 + n * 1.5, 5.5 + (n - 3.5) * 0.18], turn: [7, -9, 0],
      });
    for (const [x, y] of [[6, 5.6], [6, -5.6], [-3.6, 5.6], [-3.6, -5.6]] as const)
      model.add(shape.post(0.8, 1.1, 6, 6), 0x2b2024, { at: [x, y, -1.4] });
    model
      .add(shape.rock(4), 0x8fa05c, { at: [4, 8, 0], low: 0x47542e, flat: true })
      .add(shape.ball(1.5, 8), 0xf0843c, { at: [0, -7.2, 1], scale: [1, 1, 0.5] });
    return model;
  },
};

export function landmarks(ground: Ground): Model {
  const all = new Model();
  for (const space of ISLAND.spaces.filter(({ kind }) => kind === 'snapshot')) {
    const way = awayFromPaths(space);
    const [x, y] = landmarkAt(space.at, way);
    const colour = COLOURS[ISLAND.regions[space.region]!.colour]!;
    const made = LANDMARKS[space.name];
    const z = ground.at(x, y);
    if (made) all.join(made(), { at: [x, y, z - 0.5], turn: [0, 0, way] });
    // A little flag by the space, so that it is found from afar.
    const [fx, fy] = [space.at[0] + 11 * toward(way + 62)[0], space.at[1] + 11 * toward(way + 62)[1]];
    all
      .add(shape.post(0.5, 0.6, 24, 6), PAINT.darkWood, { at: [fx, fy, ground.at(fx, fy) - 1] })
      .add(shape.box(9, 0.7, 5.6), colour, { at: [fx + 4.6, fy, ground.at(fx, fy) + 19.6], low: colour })
      .add(shape.post(1.6, 1.6, 0.9, 12), PAINT.white, {
        at: [fx + 4.6, fy + 0.45, ground.at(fx, fy) + 19.6], turn: [90, 0, 0], low: PAINT.white,
      })
      .add(shape.post(0.8, 0.8, 0.3, 10), PAINT.ink, {
        at: [fx + 4.6, fy - 0.45, ground.at(fx, fy) + 19.6], turn: [90, 0, 0],
      });
  }
  return all;
}

export function landmarkAt(space: readonly number[], way: number): [number, number] {
  const [right, up] = toward(way);
  return [space[0]! + FAR * right, space[1]! + FAR * up];
}

/** Where nothing shall grow. */
export function landmarkRooms(): [x: number, y: number, room: number][] {
  const beside = ISLAND.spaces
    .filter(({ kind }) => kind === 'snapshot' || kind.startsWith('cave'))
    .map((space): [number, number, number] => [...landmarkAt(space.at, awayFromPaths(space)), 8]);
  const slabs = ISLAND.spaces.flatMap(({ slab }): [number, number, number][] =>
    slab ? [[slab[0], slab[1], -5]] : [],
  );
  return [...beside, ...slabs, [HELIPAD.at[0], HELIPAD.at[1], 13]];
}
