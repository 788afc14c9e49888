/** What is of stone and stays where it is: pits, caves, slabs, the Scar. */
import { HEART, ISLAND, SCAR, toward, type Ground, type Place } from '../island';
import { PAINT } from './paints';
import { scattered } from './relief';
import { Model, shape } from './shapes';

export function stonework(ground: Ground): Model {
  const all = new Model();
  pits(all, ground);
  caves(all, ground);
  slabs(all, ground);
  scar(all, ground);
  return all;
}

/** Stones all around but where the lane begins, as marbles find them. */
function pits(all: Model, ground: Ground): void {
  const { count, ring, radius, height, opening } = ISLAND.stones;
  const next = scattered(31);
  for (const { at, way } of ISLAND.pits) {
    const [x, y] = at;
    const z = ground.at(x, y);
    for (let n = 0; n < count; n++) {
      const angle = way + opening / 2 + ((360 - opening) * n) / (count - 1);
      const [right, up] = toward(angle);
      const tall = height + 4 + next() * 4;
      all.add(shape.rock(radius + 0.8), 0x86756c, {
        at: [x + ring * right, y + ring * up, z + tall / 2 - 3],
        scale: [0.95, 0.95, tall / (2 * radius)],
        turn: [next() * 14 - 7, next() * 14 - 7, next() * 90],
        low: 0x2f2626,
        flat: true,
      });
      all.add(shape.cone(2, 3, 5), 0xd8c4a4, {
        at: [x + ring * right, y + ring * up, z + tall - 3.5], low: 0xa89888, flat: true,
      });
    }
    all.add(shape.turned([[12.5, 0.6], [10, 1.6], [8.4, -1.2]], 20), 0x4a2c24, {
      at: [x, y, z + 3.4], low: 0x2a1a18,
    });
    for (let n = 0; n < 9; n++) {
      const [right, up] = toward(n * 40);
      all.add(shape.rock(1.7), n % 3 ? 0x5a2a1c : 0xff7a1c, {
        at: [x + 8.6 * right, y + 8.6 * up, z + 2.6],
        glow: n % 3 ? 0.1 : 1.3,
        flat: true,
      });
    }
  }
}

/** The way from a space in which nothing leads anywhere. */
export function awayFromPaths(space: Place): number {
  const ways = space.near.map((other) => {
    const [x, y] = ISLAND.spaces[other]!.at;
    return (Math.atan2(y - space.at[1], x - space.at[0]) * 180) / Math.PI;
  });
  let [best, most] = [90, -1];
  for (let angle = 0; angle < 360; angle += 10) {
    const least = Math.min(...ways.map((way) => Math.abs(((angle - way + 540) % 360) - 180)));
    const back = 12 * Math.sin((angle * Math.PI) / 180); // rather behind it, as one looks from the south
    if (least + back > most) [best, most] = [angle, least + back];
  }
  return best;
}

/** A heap of rocks with a dark mouth that looks at its space, and as many skulls as its number. */
function caves(all: Model, ground: Ground): void {
  for (const space of ISLAND.spaces.filter(({ kind }) => kind.startsWith('cave'))) {
    const way = awayFromPaths(space);
    const [right, up] = toward(way);
    const [x, y] = [space.at[0] + 21 * right, space.at[1] + 21 * up];
    const z = ground.at(x, y);
    const isGreen = space.region === 2;
    const rock = isGreen ? 0x7f8a5c : space.region === 1 ? 0x9a8f82 : 0x76595a;
    const heap = new Model()
      .add(shape.rock(12, 1), rock, { at: [3, 0, 4], scale: [0.85, 1.25, 0.95], low: 0x2e2628, flat: true })
      .add(shape.rock(7.5), rock, { at: [2, 12, 3], scale: [1, 1, 1.1], low: 0x2e2628, flat: true })
      .add(shape.rock(6.5), rock, { at: [3, -12, 2], low: 0x2e2628, flat: true })
      .add(shape.rock(5.5), rock, { at: [3, 2, 15], low: 0x4a4042, flat: true })
      .add(shape.ball(7.6, 14), 0x120c10, { at: [-6.2, 0, 3.5], scale: [0.62, 1, 1.05], low: 0x080508 })
      .add(shape.ring(8.2, 1.7, 18, 6), 0xb9a88e, { at: [-8, 0, 3.5], turn: [0, 90, 0], low: 0x5c5048 });
    const number = Number(space.kind.at(-1));
    for (let n = 0; n < number; n++)
      heap.add(shape.ball(2, 10), PAINT.bone, {
        at: [-8.6, (n - (number - 1) / 2) * 5, 14 - Math.abs(n - (number - 1) / 2) * 1.4], glow: 0.15,
      });
    for (const side of [-1, 1])
      heap.add(shape.ball(1, 6), 0xffd24a, { at: [-10.4, side * 2.6, 5.4], glow: 1.2 });
    if (isGreen) for (const turn of [0, 120, 240]) heap.add(shape.cone(2, 9, 5), PAINT.leaf, {
      at: [3, 0, 17], turn: [0, 60, turn], low: PAINT.darkLeaf,
    });
    all.join(heap, { at: [x, y, z - 1], turn: [0, 0, way] });
  }
}

function slabs(all: Model, ground: Ground): void {
  const next = scattered(53);
  for (const space of ISLAND.spaces) {
    if (!space.slab) continue;
    const [x, y] = space.slab;
    const z = ground.at(x, y);
    const isHeart = space === HEART;
    const size = isHeart ? 1.6 : 1;
    all
      .add(shape.box(9.4 * size, 9.4 * size, 6), PAINT.stone, {
        at: [x, y, z - 1], turn: [0, 0, next() * 40 - 20], low: PAINT.darkStone,
      })
      .add(shape.box(7.6 * size, 7.6 * size, 1.6), 0xc9bfae, {
        at: [x, y, z + 3], turn: [0, 0, next() * 30 - 15], low: PAINT.stone,
      });
    if (isHeart)
      for (const turn of [45, 135, 225, 315])
        all.add(shape.post(1.1, 1.4, 12, 6), 0xb8a88c, {
          at: [x + 8.4 * toward(turn)[0], y + 8.4 * toward(turn)[1], z], low: PAINT.darkStone,
        })
          .add(shape.ball(1.6, 8), PAINT.heart, {
            at: [x + 8.4 * toward(turn)[0], y + 8.4 * toward(turn)[1], z + 12.6], glow: 0.7,
          });
  }
}

/** A crater with a glowing floor: what lies in it will be dropped. */
function scar(all: Model, ground: Ground): void {
  const [x, y] = scarMiddle();
  const z = ground.at(x, y);
  const next = scattered(71);
  all.add(shape.turned([[25, 2.4], [21, 3.2], [16, 1], [0.01, 0.4]], 26), 0x5c2018, {
    at: [x, y, z - 0.8], low: 0x2c1010, glow: 0.2,
  });
  for (let n = 0; n < 22; n++) {
    const [right, up] = toward(n * 137.5);
    const far = 4 + 0.72 * n;
    all.add(shape.rock(1.2 + next()), n % 2 ? 0xff7a1c : 0x43201c, {
      at: [x + far * right, y + far * up, z + 0.8],
      scale: [1.2, 1.2, 0.6],
      glow: n % 2 ? 0.9 : 0,
      flat: true,
    });
  }
  for (let n = 0; n < 16; n++) {
    const angle = SCAR.way + 40 + (n * 360) / 16;
    if (Math.abs(((angle - SCAR.way - 180 + 540) % 360) - 180) < 44) continue; // where the lane comes in
    const [right, up] = toward(angle);
    all.add(shape.rock(5 + next() * 2), n % 2 ? 0x5a4546 : 0x453436, {
      at: [x + 26 * right, y + 26 * up, ground.at(x + 26 * right, y + 26 * up) + 2],
      scale: [0.9, 0.9, 1.1 + next() * 0.7],
      turn: [next() * 30, next() * 30, next() * 90],
      low: 0x221819,
      flat: true,
    });
  }
}

export function scarMiddle(): [number, number] {
  const [x, y] = SCAR.at;
  return [x - 8, y - 3];
}
