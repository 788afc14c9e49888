/** The camera: three views, and a hand on it. It eases from look to look and stays above the ground. */
import { PerspectiveCamera } from 'three';
import { HELIPAD, ISLAND } from '../island';
import { allowed, between, eased, FIELD, fitting, standsAt, type Look, type Place } from './look';
import { TRAY } from './table';

export type ViewName = 'island' | 'helipad' | 'figure' | 'above';

const LASTS = 0.9; // seconds from view to view
const [VX, VY, VZ] = ISLAND.vulkar.at;
const ALL: Place[] = [
  [-TRAY.x + 70, -TRAY.y + 44, 0],
  [TRAY.x - 70, -TRAY.y + 44, 0],
  [-TRAY.x + 104, TRAY.y - 70, 0],
  [TRAY.x - 104, TRAY.y - 70, 0],
  [-545, 320, 105], // and the sign above a figure that stands there
  [545, 340, 40],
  [VX, VY, VZ + 90],
];
// On a phone that stands there is no room for the sea: the land alone.
const LAND: Place[] = [
  [-535, -320, 0],
  [535, -320, 0],
  [-535, 330, 60],
  [535, 330, 40],
  [VX, VY, VZ + 90],
];
const UPRIGHT = 1.3; // times as wide as high, and all that is narrower

export class Camera {
  readonly lens = new PerspectiveCamera(FIELD, 1, 20, 9000);
  look: Look;
  #from: Look | null = null;
  #to: Look | null = null;
  #part = 1;
  #groundAt: (x: number, y: number) => number;

  constructor(groundAt: (x: number, y: number) => number) {
    this.#groundAt = groundAt;
    this.lens.up.set(0, 0, 1);
    this.look = this.viewOf('island', null);
    this.#apply();
  }

  /** So large the picture is. */
  resize(wide: number, tall: number): void {
    this.lens.aspect = wide / tall;
    this.lens.updateProjectionMatrix();
  }

  viewOf(name: ViewName, figure: Place | null): Look {
    const { aspect } = this.lens;
    const all = aspect < UPRIGHT ? LAND : ALL;
    if (name === 'above') return fitting(all, -90, 89, aspect);
    if (name === 'helipad') {
      const [x, y, z] = HELIPAD.at;
      const far = aspect < 0.8 ? 560 : 430;
      return { x: x - 6, y: y + 118, z: z + 12, far, turn: -90, tilt: 17 };
    }
    if (name === 'figure') {
      const [x, y, z] = figure ?? HELIPAD.at;
      return { x, y, z: z + 14, far: aspect < 0.8 ? 420 : 340, turn: this.look.turn, tilt: 38 };
    }
    return fitting(all, -90, aspect < UPRIGHT ? 60 : 47, aspect);
  }

  /** To a look, gently; at once if nothing shall move. */
  go(look: Look, isAtOnce = false): void {
    const wanted = allowed(look, this.#groundAt);
    if (isAtOnce) {
      this.#to = this.#from = null;
      this.look = wanted;
      this.#apply();
      return;
    }
    this.#from = this.look;
    this.#to = wanted;
    this.#part = 0;
  }

  /** By hand. */
  move(change: Partial<Look>): void {
    this.go({ ...(this.#to ?? this.look), ...change }, true);
  }

  get isMoving(): boolean {
    return this.#to !== null;
  }

  /** So many seconds later. */
  step(seconds: number): void {
    if (!this.#to || !this.#from) return;
    this.#part = Math.min(1, this.#part + seconds / LASTS);
    this.look = allowed(between(this.#from, this.#to, eased(this.#part)), this.#groundAt);
    if (this.#part === 1) this.#to = this.#from = null;
    this.#apply();
  }

  #apply(): void {
    const [x, y, z] = standsAt(this.look);
    this.lens.position.set(x, y, z);
    this.lens.lookAt(this.look.x, this.look.y, this.look.z);
    this.lens.updateMatrixWorld();
  }
}
