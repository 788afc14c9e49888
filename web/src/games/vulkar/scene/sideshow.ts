/** What is in the sea and on the rim: the Maw, a boat, a whale, the rack of the fireballs, a sign. */
import { CanvasTexture, Mesh, MeshStandardMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import { toward } from '../island';
import { PAINT } from './paints';
import { scattered } from './relief';
import { Model, shape } from './shapes';
import { TRAY } from './table';

export const MAW: [number, number, number] = [-566, -392, 0];
const RACK = { x: -330, apart: 26 };

export function sideshow(): Model {
  const all = new Model()
    .join(maw(), { at: MAW, turn: [0, 0, -62] })
    .join(boat(), { at: [470, -404, 0], turn: [0, 0, 24] })
    .join(whale(), { at: [-250, -418, 0], turn: [0, 0, 150] })
    .join(palmIslet(), { at: [612, 392, 0] })
    .join(buoy(), { at: [52, -414, 0] })
    .join(rocks(), { at: [-598, 398, 0] });
  for (let n = 0; n < 3; n++) {
    const [x, y, z] = waitingPlace(n);
    all.add(shape.ring(7.4, 1.4, 24, 6), PAINT.brass, { at: [x, y, z - 7.6], low: 0x8a6420 });
  }
  return all;
}

/** Where the fireballs wait: in dimples of the rim. */
export function waitingPlace(number: number): [number, number, number] {
  return [RACK.x + number * RACK.apart, -(TRAY.y + 11.5), 11 + 7.2];
}

/** In the Maw, one upon another. */
export function inMaw(number: number): [number, number, number] {
  const ring = number % 6;
  const level = Math.floor(number / 6);
  const angle = ring * 1.05 + level * 0.5;
  return [MAW[0] + 11 * Math.cos(angle) + 4, MAW[1] + 9 * Math.sin(angle) - 7, 9 + level * 6];
}

/** A rock with a mouth, that keeps what is lost. It looks along x. */
function maw(): Model {
  const stone = 0x6f6a72;
  const model = new Model()
    .add(shape.rock(34, 1), stone, { at: [-10, 0, 8], scale: [0.8, 1.25, 1.05], low: 0x2b2a33, flat: true })
    .add(shape.turned([[30, -4], [29, 7], [25, 9], [21, 5], [0.01, 4]], 20), 0x5d5963, {
      at: [8, 0, 0], scale: [0.95, 1.1, 1], low: 0x2b2a33,
    })
    .add(shape.turned([[22, 5.4], [12, 6], [0.01, 6.4]], 18), 0x7a1f3a, {
      at: [8, 0, 0], scale: [0.95, 1.1, 1], low: 0x4a1024, glow: 0.12,
    })
    .add(shape.ball(20, 16), 0x18121c, { at: [-2, 0, 15], scale: [0.7, 1.15, 0.75], low: 0x0c080e });
  for (let n = 0; n < 9; n++) {
    const angle = (-72 + n * 18) * (Math.PI / 180);
    model.add(shape.cone(3, 8 + (n % 2) * 2, 5), PAINT.bone, {
      at: [8 + 25 * Math.cos(angle), 28 * Math.sin(angle), 7], low: 0xcabd98, flat: true,
    });
  }
  for (let n = 0; n < 5; n++)
    model.add(shape.cone(3, 9, 5), PAINT.bone, {
      at: [8 - Math.abs(n - 2) * 3, (n - 2) * 9.6, 31], turn: [180, 0, 0], low: PAINT.bone, flat: true,
    });
  for (const side of [-1, 1])
    model
      .add(shape.ball(5, 12), 0xf7e27a, { at: [6, side * 14, 38], glow: 0.5, low: 0xd8a82c })
      .add(shape.ball(2.4, 10), PAINT.ink, { at: [10.4, side * 13.4, 38.6] })
      .add(shape.box(7, 13, 4), stone, { at: [5.4, side * 14, 43], turn: [side * 18, 8, 0], low: 0x4a4650 });
  return model;
}

function boat(): Model {
  return new Model()
    .add(shape.ball(14, 16), 0xc04a2e, { at: [0, 0, 3], scale: [1.5, 0.55, 0.62], low: 0x7a2a1c })
    .add(shape.box(30, 11, 1.2), 0xd8b070, { at: [0, 0, 9.4] })
    .add(shape.post(0.8, 1.1, 44, 8), PAINT.darkWood, { at: [2, 0, 8] })
    .add(shape.cone(14, 34, 3), 0xfbf3dc, {
      at: [-4.6, 0, 14], scale: [0.85, 0.1, 1], turn: [0, 0, 90], low: 0xe8d8b0,
    })
    .add(shape.cone(8, 26, 3), 0xe8513a, {
      at: [9, 0, 14], scale: [0.8, 0.1, 1], turn: [0, 0, -90], low: 0xb83a28,
    })
    .add(shape.cone(2, 6, 3), PAINT.yellow, { at: [2, 0, 53], turn: [0, -90, 0], scale: [1, 0.2, 1] });
}

function whale(): Model {
  const model = new Model()
    .add(shape.ball(17, 18), 0x3f5f86, { at: [0, 0, -3], scale: [1.5, 0.85, 0.8], low: 0x24405e })
    .add(shape.post(2, 6.5, 20, 10), 0x3f5f86, { at: [-20, 0, 0], turn: [0, -42, 0] });
  for (const side of [-1, 1])
    model
      .add(shape.ball(7, 10), 0x3f5f86, {
        at: [-35, side * 7, 17], scale: [0.8, 1.2, 0.3], turn: [side * 24, -30, side * 24],
      })
      .add(shape.ball(1.5, 8), PAINT.white, { at: [18.4, side * 8.6, 5] })
      .add(shape.ball(0.8, 6), PAINT.ink, { at: [19.6, side * 9, 5.2] });
  for (let n = 0; n < 5; n++)
    model.add(shape.ball(1.8 - n * 0.1, 8), 0xe6f6fa, {
      at: [6 + (n % 2 ? 2 : -2) * (n / 3), (n - 2) * 1.2, 13 + n * 4], low: 0xbfe2ee,
    });
  return model;
}

function palmIslet(): Model {
  const model = new Model().add(shape.ball(20, 16), PAINT.sand, {
    at: [0, 0, -1], scale: [1.2, 1, 0.25], low: 0xd8b878,
  });
  for (const [x, y, turn] of [[-4, 3, 200], [6, -3, 20]] as const) {
    const [right, up] = toward(turn);
    for (let n = 0; n < 5; n++)
      model.add(shape.post(1.4, 1.7, 5.4, 7), n % 2 ? 0x8c6238 : 0xa67a48, {
        at: [x + 0.3 * n * n * right, y + 0.3 * n * n * up, 3 + n * 5],
        turn: [0, n * 6, turn],
      });
    for (let n = 0; n < 7; n++)
      model.add(shape.cone(2.6, 13, 4), n % 2 ? PAINT.leaf : PAINT.lightLeaf, {
        at: [x + 5 * right, y + 5 * up, 28],
        turn: [0, 104, n * 51],
        scale: [0.4, 1, 1],
        low: PAINT.darkLeaf,
      });
  }
  return model
    .add(shape.box(8, 6, 5), 0xa8703c, { at: [2, 9, 5], turn: [0, 0, 20] })
    .add(shape.pill(2.6, 5.4, 10), 0x8a5a2c, { at: [2, 9, 8], turn: [90, 0, 20] });
}

function buoy(): Model {
  return new Model()
    .add(shape.turned([[7, -3], [7.4, 2], [3.4, 8], [2.6, 13], [0.01, 14]], 16), PAINT.red, {
      low: 0x8a241a,
    })
    .add(shape.turned([[6.2, 3.6], [4.7, 6.4]], 16), PAINT.white, { low: PAINT.white })
    .add(shape.ball(1.8, 8), 0xffe06a, { at: [0, 0, 15.4], glow: 0.9 });
}

function rocks(): Model {
  const next = scattered(91);
  const model = new Model();
  for (let n = 0; n < 6; n++)
    model.add(shape.rock(6 + next() * 8), 0x7d7370, {
      at: [next() * 44 - 22, next() * 36 - 18, 1],
      scale: [1, 1, 0.9 + next() * 0.8],
      turn: [next() * 40, next() * 40, 0],
      low: 0x35333a,
      flat: true,
    });
  return model;
}

/** The name of the game, on brass. */
export class Sign {
  readonly mesh: Mesh<PlaneGeometry, MeshStandardMaterial>;
  readonly #texture: CanvasTexture;

  constructor() {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1024, 96];
    this.#texture = new CanvasTexture(engraved(canvas));
    this.#texture.colorSpace = SRGBColorSpace;
    this.#texture.anisotropy = 8;
    const material = new MeshStandardMaterial({ map: this.#texture, roughness: 0.38, metalness: 0.35 });
    this.mesh = new Mesh(new PlaneGeometry(236, 22), material);
    this.mesh.position.set(0, -(TRAY.y + 23.4), -17);
    this.mesh.rotation.x = Math.PI / 2;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}

function engraved(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const { width, height } = canvas;
  const brass = pen.createLinearGradient(0, 0, width, height);
  const shine = ['#b98a34', '#f2d27c', '#c99a42', '#f4dc92', '#ad7e2c'];
  shine.forEach((colour, n) => brass.addColorStop(n / (shine.length - 1), colour));
  pen.fillStyle = brass;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = '#6b4712';
  pen.lineWidth = 4;
  pen.strokeRect(8, 8, width - 16, height - 16);
  pen.font = '700 58px Palatino, "Palatino Linotype", "URW Palladio L", Georgia, serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.letterSpacing = '14px';
  pen.fillStyle = '#fff3c4';
  pen.fillText('THE ISLAND OF VUL-KAR', width / 2 + 1, height / 2 + 5);
  pen.fillStyle = '#4a2f0a';
  pen.fillText('THE ISLAND OF VUL-KAR', width / 2, height / 2 + 3);
  return canvas;
}
