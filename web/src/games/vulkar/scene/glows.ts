/** Soft light around what burns: mouths, embers, marbles, the Heart. */
import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Points,
  ShaderMaterial,
} from 'three';
import type { Uniforms } from './materials';

const MOST = 40;

const VERTEX = `
attribute vec3 color;
attribute float size;
uniform float scale, time, glowing;
varying vec3 vColor;
void main() {
  float flicker = 1. + .06 * sin(time * 3.1 + position.x) + .05 * sin(time * 5.3 + position.y);
  vColor = color * flicker * (.34 + .5 * glowing);
  vec4 seen = modelViewMatrix * vec4(position, 1.);
  gl_PointSize = min(900., size * scale / -seen.z);
  seen.xyz *= 1. - 9. / length(seen.xyz); // a little before what glows
  gl_Position = projectionMatrix * seen;
}`;

const FRAGMENT = `
varying vec3 vColor;
void main() {
  float far = length(gl_PointCoord - .5) * 2.;
  float light = max(0., 1. - far);
  gl_FragColor = vec4(vColor * light * light * light, 1.);
}`;

export class Glows {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  readonly #places = new Float32Array(3 * MOST);
  readonly #colours = new Float32Array(3 * MOST);
  readonly #sizes = new Float32Array(MOST);
  readonly #colour = new Color();
  #kept = 0;
  #count = 0;

  constructor(uniforms: Uniforms) {
    const geometry = new BufferGeometry();
    const attribute = (numbers: Float32Array, size: number): BufferAttribute =>
      new BufferAttribute(numbers, size).setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', attribute(this.#places, 3));
    geometry.setAttribute('color', attribute(this.#colours, 3));
    geometry.setAttribute('size', attribute(this.#sizes, 1));
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { ...uniforms, scale: { value: 1000 } },
      blending: AdditiveBlending,
      depthWrite: false,
      transparent: true,
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 4;
  }

  /** So many pixels a thing of one millimetre has, one millimetre away. */
  set scale(pixels: number) {
    this.points.material.uniforms['scale']!.value = pixels;
  }

  /** Those so far stay; what is added from now on goes with the next `clear`. */
  keep(): void {
    this.#kept = this.#count;
  }

  clear(): void {
    this.#count = this.#kept;
  }

  add(x: number, y: number, z: number, size: number, colour: number): void {
    if (this.#count === MOST) return;
    const n = this.#count++;
    this.#places[3 * n] = x;
    this.#places[3 * n + 1] = y;
    this.#places[3 * n + 2] = z;
    this.#colour.set(colour).toArray(this.#colours, 3 * n);
    this.#sizes[n] = size;
  }

  /** All that were added are drawn. */
  done(): void {
    const { geometry } = this.points;
    geometry.setDrawRange(0, this.#count);
    for (const name of ['position', 'color', 'size']) geometry.getAttribute(name).needsUpdate = true;
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.dispose();
  }
}
