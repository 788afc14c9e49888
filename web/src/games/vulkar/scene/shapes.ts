/** Models made of simple shapes: each is painted, turned, put somewhere, and all become one mesh. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Euler,
  IcosahedronGeometry,
  LatheGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
  type ColorRepresentation,
} from 'three';

export interface Placing {
  at?: [number, number, number];
  turn?: [number, number, number]; // degrees about x, then y, then z
  scale?: number | [number, number, number];
  low?: ColorRepresentation; // its colour at the bottom; a darker one of its own unless told
  glow?: number;
  flat?: boolean; // with edges
}

const UP = new Matrix4().makeRotationX(Math.PI / 2); // shapes of three.js stand along y, ours along z

export const shape = {
  box: (x: number, y: number, z: number): BufferGeometry => new BoxGeometry(x, y, z),
  ball: (radius: number, fine = 12): BufferGeometry =>
    new SphereGeometry(radius, fine, Math.ceil(fine * 0.7)).applyMatrix4(UP),
  rock: (radius: number, fine = 0): BufferGeometry => new IcosahedronGeometry(radius, fine),
  /** Upright, its foot at 0. */
  post: (top: number, foot: number, tall: number, sides = 10): BufferGeometry =>
    new CylinderGeometry(top, foot, tall, sides).applyMatrix4(UP).translate(0, 0, tall / 2),
  cone: (radius: number, tall: number, sides = 10): BufferGeometry =>
    new ConeGeometry(radius, tall, sides).applyMatrix4(UP).translate(0, 0, tall / 2),
  pill: (radius: number, tall: number, sides = 10): BufferGeometry =>
    new CapsuleGeometry(radius, tall, 4, sides).applyMatrix4(UP),
  ring: (radius: number, thick: number, sides = 20, fine = 6): BufferGeometry =>
    new TorusGeometry(radius, thick, fine, sides),
  /** Turned on a lathe: from the foot up, by radius and height. */
  turned: (outline: [number, number][], sides = 18): BufferGeometry =>
    new LatheGeometry(
      outline.map(([radius, height]) => new Vector2(radius, height)),
      sides,
    ).applyMatrix4(UP),
};

export class Model {
  readonly #places: number[] = [];
  readonly #normals: number[] = [];
  readonly #colours: number[] = [];
  readonly #glows: number[] = [];
  readonly #corners: number[] = [];

  /** Takes the shape over. */
  add(part: BufferGeometry, colour: ColorRepresentation, placing: Placing = {}): this {
    const solid = placing.flat && part.index ? part.toNonIndexed() : part;
    solid.applyMatrix4(matrixOf(placing));
    if (placing.flat) solid.computeVertexNormals();
    this.#paint(solid, new Color(colour), placing);
    part.dispose();
    solid.dispose();
    return this;
  }

  #paint(part: BufferGeometry, colour: Color, { low, glow = 0 }: Placing): void {
    const first = this.#places.length / 3;
    const places = part.getAttribute('position');
    const normals = part.getAttribute('normal');
    part.computeBoundingBox();
    const { min, max } = part.boundingBox!;
    const foot = low === undefined ? colour.clone().multiplyScalar(0.62) : new Color(low);
    const own = new Color();
    for (let n = 0; n < places.count; n++) {
      const z = places.getZ(n);
      this.#places.push(places.getX(n), places.getY(n), z);
      this.#normals.push(normals.getX(n), normals.getY(n), normals.getZ(n));
      const high = (z - min.z) / Math.max(1e-3, max.z - min.z);
      own.lerpColors(foot, colour, Math.min(1, 0.25 + 0.85 * high));
      own.multiplyScalar(0.92 + 0.14 * Math.max(0, normals.getZ(n))); // dry brush from above
      this.#colours.push(own.r, own.g, own.b);
      this.#glows.push(glow);
    }
    const corners = part.index;
    if (corners) for (let n = 0; n < corners.count; n++) this.#corners.push(first + corners.getX(n));
    else for (let n = 0; n < places.count; n++) this.#corners.push(first + n);
  }

  /** Another model, somewhere in this one. */
  join(other: Model, placing: Placing = {}): this {
    const first = this.#places.length / 3;
    const matrix = matrixOf(placing);
    const place = new Vector3();
    for (let n = 0; n < other.#places.length; n += 3) {
      this.#places.push(...place.fromArray(other.#places, n).applyMatrix4(matrix));
      this.#normals.push(...place.fromArray(other.#normals, n).transformDirection(matrix));
    }
    for (const colour of other.#colours) this.#colours.push(colour);
    for (const glow of other.#glows) this.#glows.push(glow);
    for (const corner of other.#corners) this.#corners.push(first + corner);
    return this;
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.#places), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.#normals), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(this.#colours), 3));
    geometry.setAttribute('glow', new BufferAttribute(new Float32Array(this.#glows), 1));
    geometry.setIndex(this.#corners);
    return geometry;
  }
}

function matrixOf({ at = [0, 0, 0], turn = [0, 0, 0], scale = 1 }: Placing): Matrix4 {
  const [x, y, z] = turn.map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const size = typeof scale === 'number' ? ([scale, scale, scale] as const) : scale;
  return new Matrix4().compose(
    new Vector3(...at),
    new Quaternion().setFromEuler(new Euler(x, y, z, 'ZYX')),
    new Vector3(...size),
  );
}
