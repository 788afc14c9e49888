/** The fire that rolling marbles leave behind them, for a moment. Made once for a launch. */
import {
  AdditiveBlending,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  ShaderMaterial,
} from 'three';
import { EMBER, MARBLES, type Pictures } from '../pictures';

const RATE = 30;
const LASTS = 1.1; // seconds

const VERTEX = `
attribute float born, side;
attribute vec2 across;
uniform float now;
varying float age, edge;
void main() {
  age = (now - born) / ${LASTS.toFixed(1)};
  edge = side;
  float wide = age < 0. ? 0. : 7.5 * (1. - .75 * age);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position + vec3(across * side * wide, 0.), 1.);
}`;

const FRAGMENT = `
varying float age, edge;
void main() {
  if (age < 0. || age > 1.) discard;
  float strength = (1. - age) * (1. - edge * edge);
  vec3 colour = mix(vec3(1., .93, .66), vec3(1., .42, .06), min(1., age * 3.));
  colour = mix(colour, vec3(.8, .08, .01), max(0., age * 1.6 - .5));
  gl_FragColor = vec4(colour * strength * 1.35, 1.);
}`;

export class Trails {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  #pictures: Pictures | null = null;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { now: { value: 0 } },
      blending: AdditiveBlending,
      side: DoubleSide,
      depthWrite: false,
      transparent: true,
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.visible = false;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
  }

  show(pictures: Pictures | null, time: number): void {
    if (pictures !== this.#pictures) {
      this.#pictures = pictures;
      this.mesh.geometry.dispose();
      this.mesh.geometry = pictures ? ribbons(pictures) : new BufferGeometry();
    }
    this.mesh.visible = pictures !== null;
    this.mesh.material.uniforms['now']!.value = time;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** A ribbon along the way of every marble. */
export function ribbons(pictures: Pictures): BufferGeometry {
  const [places, born, sides, across, corners]: number[][] = [[], [], [], [], []];
  for (let marble = 0; marble < MARBLES; marble++) {
    let before: [number, number] | null = null;
    let [right, up] = [0, 1]; // across its way
    for (let frame = 0; frame < pictures.frames; frame++) {
      const time = frame / RATE;
      const at = pictures.marble(marble, time);
      if (!at) {
        before = null;
        continue;
      }
      const [dx, dy] = before ? [at[0] - before[0], at[1] - before[1]] : [0, 0];
      const long = Math.hypot(dx, dy);
      if (long > 0.2) [right, up] = [-dy / long, dx / long];
      const first = places!.length / 3;
      for (const side of [-1, 1]) {
        places!.push(at[0], at[1], at[2] - (marble === EMBER ? 3 : 4));
        born!.push(time);
        sides!.push(side);
        across!.push(right, up);
      }
      if (before) corners!.push(first - 2, first - 1, first, first, first - 1, first + 1);
      before = [at[0], at[1]];
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places!, 3));
  geometry.setAttribute('born', new Float32BufferAttribute(born!, 1));
  geometry.setAttribute('side', new Float32BufferAttribute(sides!, 1));
  geometry.setAttribute('across', new Float32BufferAttribute(across!, 2));
  geometry.setIndex(corners!);
  return geometry;
}
