/** What is lit on the ground: rings around spaces, and lanes that marbles would come through. */
import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  RingGeometry,
  ShaderMaterial,
  Vector3,
} from 'three';
import { ISLAND, type Ground } from '../island';
import type { Uniforms } from './materials';
import type { Place } from './look';

const MOST = 64;

const RING_VERTEX = `
varying vec2 vAt;
varying vec3 vColor;
void main() {
  vAt = position.xy;
  vColor = instanceColor;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * instanceMatrix * vec4(position, 1.);
}`;

const RING_FRAGMENT = `
uniform float time;
varying vec2 vAt;
varying vec3 vColor;
void main() {
  float far = length(vAt);
  float pulse = .5 + .5 * sin(time * 3.2);
  float line = smoothstep(.8, .86, far) * smoothstep(1., .94, far);
  float halo = smoothstep(1.42, .9, far) * smoothstep(.55, .95, far) * (.3 + .25 * pulse);
  gl_FragColor = vec4(vColor, clamp(line + halo, 0., 1.) * (.82 + .18 * pulse));
  if (gl_FragColor.a < .02) discard;
  #include <colorspace_fragment>
}`;

/** Rings that pulse on the ground. */
export class Rings {
  readonly mesh: InstancedMesh<RingGeometry, ShaderMaterial>;
  readonly #matrix = new Matrix4();
  readonly #colour = new Color();
  readonly #size = new Vector3();

  constructor(uniforms: Uniforms) {
    const material = new ShaderMaterial({
      vertexShader: RING_VERTEX,
      fragmentShader: RING_FRAGMENT,
      uniforms,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -4,
      polygonOffsetUnits: -8,
    });
    this.mesh = new InstancedMesh(new RingGeometry(0.5, 1.45, 40), material, MOST);
    this.mesh.setColorAt(0, this.#colour);
    this.mesh.count = 0;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  clear(): void {
    this.mesh.count = 0;
  }

  add([x, y, z]: Place, radius: number, colour: number): void {
    if (this.mesh.count === MOST) return;
    const n = this.mesh.count++;
    this.#matrix.makeScale(radius, radius, 1).setPosition(this.#size.set(x, y, z + 2.6));
    this.mesh.setMatrixAt(n, this.#matrix);
    this.mesh.setColorAt(n, this.#colour.set(colour));
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor!.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}

const LANE_VERTEX = `
attribute float side, along, strength;
varying float vSide, vAlong, vStrength;
void main() {
  vSide = side;
  vAlong = along;
  vStrength = strength;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.);
}`;

const LANE_FRAGMENT = `
uniform float time, glowing;
varying float vSide, vAlong, vStrength;
void main() {
  if (vStrength <= 0.) discard;
  // Chevrons that point down the lane and go there, on a faint band.
  float step = fract((vAlong + abs(vSide) * 11.) / 24. - time * .9);
  float chevron = smoothstep(.42, .52, step) * smoothstep(.98, .88, step);
  float wide = smoothstep(1., .62, abs(vSide));
  float light = wide * (.16 + .62 * chevron) * (.2 + .8 * vStrength);
  gl_FragColor = vec4(mix(vec3(1., .97, .78), vec3(.8, .93, 1.), glowing), light);
}`;

const HALF = 15;

/** All lanes as ribbons on the ground; each as bright as a marble is likely to come there. */
export class LaneLights {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #strength: Float32BufferAttribute;
  readonly #first: number[] = []; // the first point of each lane
  readonly #count: number[] = [];

  constructor(ground: Ground, uniforms: Uniforms) {
    const [places, sides, along, corners]: number[][] = [[], [], [], []];
    for (const { points } of ISLAND.lanes) {
      const first = places!.length / 3;
      this.#first.push(first);
      let far = 0;
      points.forEach((point, n) => {
        const [from, to] = [points[Math.max(0, n - 1)]!, points[Math.min(points.length - 1, n + 1)]!];
        const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
        const [right, up] = [(to[1] - from[1]) / long, (from[0] - to[0]) / long];
        if (n) far += Math.hypot(point[0] - points[n - 1]![0], point[1] - points[n - 1]![1]);
        for (const side of [-1, 0, 1]) {
          const [x, y] = [point[0] + side * HALF * right, point[1] + side * HALF * up];
          places!.push(x, y, ground.at(x, y) + 1.6);
          sides!.push(side);
          along!.push(far);
        }
        const at = first + 3 * n;
        if (n)
          for (const k of [0, 1]) corners!.push(at + k - 3, at + k - 2, at + k, at + k, at + k - 2, at + k + 1);
      });
      this.#count.push(points.length * 3);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(places!, 3));
    geometry.setAttribute('side', new Float32BufferAttribute(sides!, 1));
    geometry.setAttribute('along', new Float32BufferAttribute(along!, 1));
    this.#strength = new Float32BufferAttribute(new Float32Array(sides!.length), 1);
    geometry.setAttribute('strength', this.#strength);
    geometry.setIndex(corners!);
    const material = new ShaderMaterial({
      vertexShader: LANE_VERTEX,
      fragmentShader: LANE_FRAGMENT,
      uniforms,
      side: DoubleSide,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -3,
      polygonOffsetUnits: -6,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.visible = false;
    this.mesh.renderOrder = 1;
  }

  /** Parts of a hundred, by the ids of lanes. */
  show(ahead: Record<string, number>): void {
    const numbers = this.#strength.array as Float32Array;
    ISLAND.lanes.forEach(({ id }, lane) => {
      const share = Math.min(1, (ahead[id] ?? 0) / 100);
      numbers.fill(Math.sqrt(share), this.#first[lane], this.#first[lane]! + this.#count[lane]!);
    });
    this.#strength.needsUpdate = true;
    this.mesh.visible = Object.values(ahead).some((share) => share > 0);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
