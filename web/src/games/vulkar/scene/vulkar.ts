/** Vul-Kar: a figure of carved stone with three faces. He looks where his middle mouth points. */
import { BufferAttribute, BufferGeometry, Color, Mesh, type Material } from 'three';
import { ISLAND } from '../island';
import { PAINT } from './paints';
import { Model, shape } from './shapes';

const AROUND = 216; // points around him
const LEVELS = 96;
const LOW = -8;
const TOP = 80;

/** How wide he is at a height, before anything is carved. */
const OUTLINE: [height: number, radius: number][] = [
  [-8, 29.5], [1, 29], [5, 26.5], [30, 25.5], [46, 27.5], [52, 27], [56, 29], [66, 31.5], [72, 32], [76, 29], [80, 25],
];

const STONE = { base: 0x8d7a6c, deep: 0x3d302e, high: 0xd3bfa2 };
const FACES = [
  { at: 0, size: 1, brow: 0xf0b429, lips: 0xc8402c },
  { at: -66, size: 0.86, brow: 0x2fa39a, lips: 0xd8652c },
  { at: 66, size: 0.86, brow: 0x2fa39a, lips: 0xd8652c },
];

interface Carved {
  out: number; // millimetres
  paint: number | null;
  part: number; // how much of that paint
  glow: number;
}

const bump = (far: number, soft: number): number => {
  const t = Math.min(1, Math.max(0, 0.5 - far / soft));
  return t * t * (3 - 2 * t);
};

/** Inside an ellipse below 0, on its line 0, in millimetres, about. */
const oval = (x: number, y: number, wide: number, tall: number): number =>
  (Math.hypot(x / wide, y / tall) - 1) * Math.min(wide, tall);

function face(u: number, v: number, { size, brow, lips }: (typeof FACES)[number]): Carved {
  const [x, y] = [u / size, v / size];
  const side = Math.abs(x);
  const carved: Carved = { out: 0, paint: null, part: 0, glow: 0 };
  const paint = (colour: number, part: number, glow = 0): void => {
    if (part < 0.02) return;
    carved.paint = colour;
    carved.part = part;
    carved.glow = glow * part;
  };
  // The whole mask stands out a little, and has a line around it.
  const mask = oval(x, y - 28, 15.5, 30);
  carved.out += 1.6 * bump(mask, 3) - 1.3 * bump(Math.abs(mask - 1) - 0.8, 1.5);
  // Cheeks, with a scar of three lines.
  carved.out += 2.2 * bump(oval(side - 10, y - 25, 4.6, 4.2), 5);
  const scar = bump(Math.abs(((y - 20) % 3) - 1.5) - 0.4, 0.6) * bump(Math.abs(y - 24.5) - 4, 0.5);
  carved.out -= scar * bump(Math.abs(side - 13) - 1.6, 0.6);
  // Nose.
  const wing = 2.2 + Math.max(0, 36 - y) * 0.42;
  const nose = Math.max(side - wing, Math.abs(y - 33) - 8);
  carved.out += (2 + Math.max(0, 40 - y) * 0.24) * bump(nose, 2.2);
  // Brow, raised at its ends.
  const browLine = Math.abs(y - 46 - side * 0.2) - 2.5;
  const browPart = bump(Math.max(browLine, side - 14), 1.6);
  carved.out += 3.4 * browPart;
  paint(brow, browPart);
  // Eyes: a hollow, and what burns in it.
  const eye = oval(side - 6.6, y - 40 - (side - 6.6) * 0.16, 4.6, 3);
  carved.out -= 2.2 * bump(eye, 1.6);
  const pupil = oval(side - 6.2, y - 39.8, 2.6, 2.2);
  carved.out += 1.8 * bump(pupil, 1.4);
  paint(PAINT.ink, bump(eye, 1) * 0.85);
  paint(0xffc23d, bump(pupil, 0.8), 1.6);
  // The mouth.
  const mouth = oval(x, y - 12.5, 9.4, 10.6);
  const lip = Math.abs(mouth - 1.5) - 1.3;
  carved.out += 2.6 * bump(lip, 1.8);
  carved.out -= 10 * bump(mouth, 1.6);
  paint(lips, bump(lip, 1));
  const depth = bump(mouth + 0.4, 0.8);
  if (depth > 0.02) paint(mouth < -4 ? 0xffc648 : mouth < -1.8 ? 0xff7f1a : 0xb3280c, depth, 1.5);
  return carved;
}

/** Crown, plinth, and braids at the back. */
function body(degrees: number, v: number): Carved {
  const carved: Carved = { out: 0, paint: null, part: 0, glow: 0 };
  const behind = Math.abs(((degrees + 540) % 360) - 180);
  if (behind > 104 && v > 4 && v < 53) {
    const plait = Math.sin(v * 0.55 + Math.floor(behind / 19) * 2);
    carved.out += 1.7 * Math.abs(Math.cos(((behind - 104) / 19) * Math.PI)) + 0.8 * plait - 0.6;
  }
  const band = Math.abs(v - 54.5) - 1.4;
  carved.out += 1.2 * bump(band, 1.2);
  if (band < 0.4) Object.assign(carved, { paint: 0xb8472c, part: bump(band, 0.8) });
  if (v > 57) {
    const flame = Math.abs(((degrees + 360) % 24) - 12) / 12;
    const edge = (v - 57) / 23 - (1 - flame) * 0.92;
    carved.out += 2.6 * bump(edge, 0.16) - 1.2;
    if (edge < 0.02) Object.assign(carved, { paint: 0xe09a2c, part: 0.75 * bump(edge, 0.12) });
  }
  if (v < 3) {
    const tooth = Math.abs(((degrees + 360) % 15) - 7.5) - 4.6;
    carved.out += 1.2 * bump(tooth, 1.4);
  }
  return carved;
}

function radiusAt(height: number): number {
  const above = OUTLINE.findIndex(([level]) => level >= height);
  if (above <= 0) return OUTLINE[above < 0 ? OUTLINE.length - 1 : 0]![1];
  const [low, high] = [OUTLINE[above - 1]!, OUTLINE[above]!];
  const part = (height - low[0]) / (high[0] - low[0]);
  return low[1] + (high[1] - low[1]) * part * part * (3 - 2 * part);
}

export function carvedAt(degrees: number, height: number): Carved {
  const own = FACES.map((one) => {
    const off = ((degrees - one.at + 540) % 360) - 180;
    return Math.abs(off) < 34 ? face((off * Math.PI * 26) / 180, height, one) : null;
  }).find((found) => found !== null);
  const all = body(degrees, height);
  if (!own) return all;
  const painter = own.part > all.part ? own : all;
  return { ...painter, out: own.out + all.out };
}

/** One skin around him, carved and painted; dry brush where it stands out. */
function skin(): BufferGeometry {
  const count = (AROUND + 1) * (LEVELS + 1);
  const [places, colours, glows] = [
    new Float32Array(3 * count),
    new Float32Array(3 * count),
    new Float32Array(count),
  ];
  const [base, deep, high] = [new Color(STONE.base), new Color(STONE.deep), new Color(STONE.high)];
  const [own, paint] = [new Color(), new Color()];
  for (let level = 0, at = 0; level <= LEVELS; level++)
    for (let step = 0; step <= AROUND; step++, at++) {
      const z = LOW + ((TOP - LOW) * level) / LEVELS;
      const degrees = (360 * step) / AROUND;
      const carved = carvedAt(degrees, z);
      const pores = Math.sin(degrees * 1.7 + z * 0.9) * Math.sin(z * 1.3 - degrees * 0.6);
      const radius = radiusAt(z) + carved.out + 0.25 * pores;
      const angle = (degrees * Math.PI) / 180;
      places.set([radius * Math.cos(angle), radius * Math.sin(angle), z], 3 * at);
      own.copy(base).lerp(deep, Math.min(0.85, Math.max(0, -carved.out * 0.28 + 0.12 - z * 0.002)));
      own.lerp(high, Math.min(0.8, Math.max(0, carved.out * 0.17 + 0.12 * pores)));
      if (carved.paint !== null) own.lerp(paint.set(carved.paint), 0.9 * carved.part);
      colours.set([own.r, own.g, own.b], 3 * at);
      glows[at] = carved.glow;
    }
  const corners: number[] = [];
  for (let level = 0; level < LEVELS; level++)
    for (let step = 0; step < AROUND; step++) {
      const at = level * (AROUND + 1) + step;
      const above = at + AROUND + 1;
      corners.push(at, at + 1, above, above, at + 1, above + 1);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  geometry.setAttribute('glow', new BufferAttribute(glows, 1));
  geometry.setIndex(corners);
  geometry.computeVertexNormals();
  return geometry;
}

/** The bowl on his head, into which fireballs are dropped, and teeth. */
function trimmings(): Model {
  const model = new Model()
    .add(shape.turned([[25, 80], [23, 81], [21.5, 79], [19, 73]], 36), STONE.high, {
      low: STONE.base,
    })
    .add(shape.turned([[20.5, 74.5], [12, 75], [0.01, 75.4]], 30), 0xff6d10, {
      low: 0xd83a08, glow: 0.55,
    });
  for (let n = 0; n < 5; n++) {
    const angle = n * 1.3;
    model.add(shape.ball(2.4 - n * 0.2, 8), 0xffb42e, {
      at: [9 * Math.cos(angle), 9 * Math.sin(angle), 75],
      scale: [1, 1, 0.4],
      glow: 0.6,
    });
  }
  for (const { at, size } of FACES)
    for (const [side, long] of [[-5.2, 4.2], [-1.9, 5], [1.9, 5], [5.2, 4.2]] as const)
      model.join(
        new Model().add(shape.cone(1.5, long * size, 5), PAINT.bone, {
          at: [25.4, side * size, (20.6 - Math.abs(side) * 0.4) * size],
          turn: [180, 0, 0],
          low: PAINT.bone,
        }),
        { turn: [0, 0, at] },
      );
  return model;
}

export class Vulkar {
  readonly meshes: Mesh[];

  constructor(material: Material) {
    this.meshes = [skin(), trimmings().geometry()].map((geometry) => new Mesh(geometry, material));
    for (const mesh of this.meshes) {
      mesh.position.set(...ISLAND.vulkar.at);
      mesh.castShadow = mesh.receiveShadow = true;
    }
  }

  /** To degrees from east. */
  turn(degrees: number): void {
    for (const mesh of this.meshes) mesh.rotation.z = (degrees * Math.PI) / 180;
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose();
  }
}
