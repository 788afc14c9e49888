/** Fireballs and embers: in the Scar, in the rack, in their pits, and on their way. */
import {
  Color,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
  type BufferGeometry,
  type Material,
} from 'three';
import { ISLAND, type Ground } from '../island';
import { EMBER, MARBLES } from '../pictures';
import { waitingPlace } from './sideshow';
import { scarMiddle } from './stonework';

const FIREBALLS = EMBER;
const SCAR_SPOTS: [number, number][] = [[-8, 3], [6, 8], [5, -8], [-9, -13]];
const MOST = FIREBALLS + MARBLES; // at rest, and rolling
const EMBERS = ISLAND.pits.length + 1;

/** Glass with fire in it: bands that wind around. */
function swirled(radius: number, dark: number, bright: number): BufferGeometry {
  const ball = new SphereGeometry(radius, 28, 20);
  const places = ball.getAttribute('position');
  const [colours, glows]: [number[], number[]] = [[], []];
  const [low, high, own] = [new Color(dark), new Color(bright), new Color()];
  for (let n = 0; n < places.count; n++) {
    const [x, y, z] = [places.getX(n) / radius, places.getY(n) / radius, places.getZ(n) / radius];
    const wave = Math.sin(5 * Math.atan2(y, x) + 7 * z + 2 * Math.sin(3 * z + x * 2));
    const part = Math.min(1, Math.max(0, 0.5 + 0.9 * wave));
    own.lerpColors(low, high, part);
    colours.push(own.r, own.g, own.b);
    glows.push(0.25 + 1.1 * part);
  }
  ball.setAttribute('color', new Float32BufferAttribute(colours, 3));
  ball.setAttribute('glow', new Float32BufferAttribute(glows, 1));
  return ball;
}

export class Marbles {
  readonly fireballs: InstancedMesh;
  readonly embers: InstancedMesh;
  readonly #scar: [number, number, number][];
  readonly #pits: [number, number, number][];
  readonly #rolls: { at: Vector3; turn: Quaternion }[] = [];
  readonly #matrix = new Matrix4();
  readonly #place = new Vector3();
  readonly #way = new Vector3();
  readonly #spin = new Quaternion();
  readonly #one = new Vector3(1, 1, 1);

  constructor(ground: Ground, material: Material) {
    const [big, small] = [ISLAND.radius[0]!, ISLAND.radius[EMBER]!];
    this.fireballs = new InstancedMesh(swirled(big, 0x7a0f0a, 0xff7a14), material, MOST);
    this.embers = new InstancedMesh(swirled(small, 0x8a2a08, 0xffb02a), material, EMBERS);
    for (const mesh of [this.fireballs, this.embers]) {
      mesh.castShadow = true;
      mesh.frustumCulled = false;
    }
    const [x, y] = scarMiddle();
    this.#scar = SCAR_SPOTS.map(([right, up]) => [x + right, y + up, ground.at(x + right, y + up) + 2 + big]);
    this.#pits = ISLAND.pits.map(({ at }) => [at[0], at[1], ground.at(at[0], at[1]) + small]);
    for (let n = 0; n < MARBLES; n++) this.#rolls.push({ at: new Vector3(), turn: new Quaternion() });
  }

  /** Those that lie still: so many in the Scar, so many in the rack, and an ember in all pits but one. */
  rest(scar: number, waiting: number, emptyPit: number | null): void {
    this.fireballs.count = 0;
    this.embers.count = 0;
    for (let n = 0; n < scar; n++) this.#lay(this.fireballs, this.#scar[n % this.#scar.length]!);
    for (let n = 0; n < waiting; n++) this.#lay(this.fireballs, waitingPlace(n));
    this.#pits.forEach((at, pit) => {
      if (pit !== emptyPit) this.#lay(this.embers, at);
    });
  }

  #lay(mesh: InstancedMesh, [x, y, z]: [number, number, number]): void {
    this.#spin.identity();
    mesh.setMatrixAt(mesh.count++, this.#matrix.compose(this.#place.set(x, y, z), this.#spin, this.#one));
    mesh.instanceMatrix.needsUpdate = true;
  }

  /** One that rolls; it turns as far as it has come. */
  roll(number: number, x: number, y: number, z: number): void {
    const roll = this.#rolls[number]!;
    this.#way.set(x, y, z).sub(roll.at);
    const far = this.#way.length();
    if (far > 0.01 && far < 80) {
      const axis = this.#way.set(-this.#way.y, this.#way.x, 0).normalize();
      roll.turn.premultiply(this.#spin.setFromAxisAngle(axis, far / ISLAND.radius[number]!));
    }
    roll.at.set(x, y, z);
    const mesh = number === EMBER ? this.embers : this.fireballs;
    mesh.setMatrixAt(mesh.count++, this.#matrix.compose(roll.at, roll.turn, this.#one));
    mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.fireballs, this.embers]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}
