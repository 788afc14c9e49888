/** An ember that is aimed: the band drawn back, and an arrow where it will fly. */
import { Group, Mesh, Quaternion, Vector3, type Material } from 'three';
import { ISLAND, PIT, toward, type Ground } from '../island';
import { EMBER } from '../pictures';
import type { Aim } from '../properties';
import { PAINT } from './paints';
import { Model, shape } from './shapes';

const FORK = 11; // from the middle of the pit, to both sides
const HIGH = 17;
const BACK = [20, 36, 52]; // millimetres, by strength
const ARROW = [46, 72, 98];
const COLOURS = [0xffe27a, 0xffa928, 0xff5a22];
const UP = new Vector3(0, 0, 1);

export class Sling {
  readonly group = new Group();
  readonly #forks: Mesh;
  readonly #bands: Mesh[];
  readonly #arrows: Mesh[];
  readonly #from = new Vector3();
  readonly #to = new Vector3();
  readonly #turn = new Quaternion();
  readonly #ground: Ground;

  constructor(ground: Ground, material: Material) {
    this.#ground = ground;
    this.#forks = new Mesh(forks().geometry(), material);
    this.#bands = [-1, 1].map(() => new Mesh(new Model().add(shape.post(1, 1, 1, 7), 0x5a2f18, {
      low: 0x5a2f18,
    }).geometry(), material));
    this.#arrows = ARROW.map((long, n) => new Mesh(arrow(long, COLOURS[n]!).geometry(), material));
    for (const mesh of [this.#forks, ...this.#bands, ...this.#arrows]) {
      mesh.castShadow = true;
      this.group.add(mesh);
    }
    this.group.visible = false;
  }

  /** Shows it, and says where the ember is held. */
  show(aim: Aim | null): [number, number, number] | null {
    this.group.visible = aim !== null;
    if (!aim) return null;
    const [x, y] = PIT[aim.pit]!.at;
    const z = this.#ground.at(x, y);
    const way = (aim.direction * 360) / ISLAND.directions;
    const [right, up] = toward(way);
    const back = BACK[aim.strength]!;
    const radius = ISLAND.radius[EMBER]!;
    const held: [number, number, number] = [x - back * right, y - back * up, 0];
    held[2] = Math.max(z + HIGH - 3, this.#ground.at(held[0], held[1]) + radius);
    this.#forks.position.set(x, y, z);
    this.#forks.rotation.z = (way * Math.PI) / 180;
    this.#bands.forEach((band, n) => {
      const side = (n * 2 - 1) * FORK;
      this.#from.set(x - up * side, y + right * side, z + HIGH);
      this.#to.set(held[0] - up * side * 0.42, held[1] + right * side * 0.42, held[2]);
      this.#stretch(band);
    });
    this.#arrows.forEach((mesh, n) => {
      mesh.visible = n === aim.strength;
      mesh.position.set(x + 10 * right, y + 10 * up, z + HIGH + 6);
      mesh.rotation.z = (way * Math.PI) / 180;
    });
    return held;
  }

  #stretch(band: Mesh): void {
    band.position.copy(this.#from);
    this.#to.sub(this.#from);
    band.scale.set(1, 1, this.#to.length());
    band.quaternion.copy(this.#turn.setFromUnitVectors(UP, this.#to.normalize()));
  }

  dispose(): void {
    for (const mesh of [this.#forks, ...this.#bands, ...this.#arrows]) mesh.geometry.dispose();
  }
}

function forks(): Model {
  const model = new Model();
  for (const side of [-FORK, FORK])
    model
      .add(shape.post(1.5, 2.1, HIGH + 6, 8), PAINT.wood, { at: [0, side, -5], low: PAINT.darkWood })
      .add(shape.ball(2.2, 9), PAINT.rope, { at: [0, side, HIGH] });
  return model;
}

/** Along x, in the air: dashes, and a head. */
function arrow(long: number, colour: number): Model {
  const model = new Model();
  for (let x = 0; x < long - 14; x += 11)
    model.add(shape.pill(1.9, 4, 8), colour, { at: [x + 3, 0, 0], turn: [0, 90, 0], low: colour, glow: 0.5 });
  return model.add(shape.cone(7.5, 15, 14), colour, {
    at: [long - 14, 0, 0], turn: [0, 90, 0], scale: [0.55, 1, 1], low: colour, glow: 0.5,
  });
}
