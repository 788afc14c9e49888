/** Afternoon sun, or the moon and the glow of lava. */
import { Color, DirectionalLight, HemisphereLight, type Scene, type WebGLRenderer } from 'three';
import type { Uniforms } from './materials';

interface Mood {
  sun: number;
  bright: number;
  from: [number, number, number];
  sky: number;
  ground: number;
  around: number; // how bright sky and ground are
  behind: number; // what is beyond the table
  exposure: number;
  glowing: number;
}

export const DAY: Mood = {
  sun: 0xffe0b0,
  bright: 3.1,
  from: [-620, -560, 880],
  sky: 0xd6e8ff,
  ground: 0xb98d5c,
  around: 1.25,
  behind: 0xb98f5e,
  exposure: 1,
  glowing: 0,
};

export const NIGHT: Mood = {
  sun: 0xa9c0ff,
  bright: 1.7,
  from: [-640, -330, 860],
  sky: 0x5f78c4,
  ground: 0x4a3340,
  around: 1.15,
  behind: 0x10141f,
  exposure: 1.05,
  glowing: 1,
};

const REACH = 760; // millimetres of the table that have shadows

export class Light {
  readonly #sun = new DirectionalLight();
  readonly #around = new HemisphereLight();
  readonly behind = new Color();

  constructor(scene: Scene, shadows: number) {
    const { shadow } = this.#sun;
    shadow.mapSize.set(shadows, shadows);
    Object.assign(shadow.camera, { left: -REACH, right: REACH, top: REACH, bottom: -REACH });
    Object.assign(shadow.camera, { near: 200, far: 2600 });
    shadow.camera.up.set(0, 0, 1);
    shadow.camera.updateProjectionMatrix();
    shadow.bias = -0.0006;
    shadow.normalBias = 0.8;
    shadow.radius = 1;
    this.#sun.castShadow = true;
    this.#around.position.set(0, 0, 1);
    scene.add(this.#sun, this.#sun.target, this.#around);
  }

  set(mood: Mood, renderer: WebGLRenderer, uniforms: Uniforms): void {
    this.#sun.color.set(mood.sun);
    this.#sun.intensity = mood.bright;
    this.#sun.position.set(...mood.from);
    this.#around.color.set(mood.sky);
    this.#around.groundColor.set(mood.ground);
    this.#around.intensity = mood.around;
    this.behind.set(mood.behind);
    renderer.toneMappingExposure = mood.exposure;
    uniforms.glowing.value = mood.glowing;
    renderer.shadowMap.needsUpdate = true;
  }

  dispose(): void {
    this.#sun.dispose();
    this.#around.dispose();
  }
}
