/** The ground: a mesh of the heights that marbles roll on, its painting, and streams that flow. */
import {
  BufferAttribute,
  BufferGeometry,
  ClampToEdgeWrapping,
  DataTexture,
  DataUtils,
  FrontSide,
  HalfFloatType,
  LinearFilter,
  Mesh,
  MeshStandardMaterial,
  RGBAFormat,
  type Texture,
} from 'three';
import { FAR, type Fields } from './fields';
import type { Painting } from './painting';
import { patched, type Uniforms } from './materials';
import { GRID } from './relief';

/** Two triangles for every cell; the shorter diagonal would change nothing that is seen. */
export function terrainGeometry(heights: Float32Array): BufferGeometry {
  const { columns, rows, cell, west, south } = GRID;
  const places = new Float32Array(3 * columns * rows);
  const uvs = new Float32Array(2 * columns * rows);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      places.set([west + column * cell, south + row * cell, heights[at]!], 3 * at);
      uvs.set([column / (columns - 1), row / (rows - 1)], 2 * at);
    }
  const corners = new Uint32Array(6 * (columns - 1) * (rows - 1));
  for (let row = 0, next = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++, next += 6) {
      const at = row * columns + column;
      const above = at + columns;
      corners.set([at, at + 1, above, above, at + 1, above + 1], next);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setIndex(new BufferAttribute(corners, 1));
  geometry.computeVertexNormals();
  return geometry;
}

/** Which way streams flow, for the mesh: distance, lava, direction. */
export function flowTexture({ stream }: Fields): DataTexture {
  const halves = new Uint16Array(stream.length);
  for (let at = 0; at < stream.length; at++)
    halves[at] = DataUtils.toHalfFloat(at % 4 ? stream[at]! : stream[at]! / FAR);
  const texture = new DataTexture(halves, GRID.columns, GRID.rows, RGBAFormat, HalfFloatType);
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

const FLOWING = `
uniform sampler2D relief, flow, clouds;
uniform float time, glowing;
varying vec3 vPlace;

// Noise that is carried along: two pictures of it, each drawn out and replaced while unseen.
vec4 carried(vec2 place, vec2 way, float size, float speed) {
  vec2 phase = fract(vec2(time * speed, time * speed + .5));
  vec4 one = texture2D(clouds, (place - way * size * phase.x * .5) / size);
  vec4 two = texture2D(clouds, (place - way * size * phase.y * .5) / size + .37);
  return mix(one, two, abs(2. * phase.x - 1.));
}

vec3 lavaAt(vec2 place, vec2 way, float far) {
  vec4 slow = carried(place, way, 150., .09);
  vec4 fast = carried(place * 1.1 + 40., way, 74., .13);
  float heat = 1.08 - far * .82 + (slow.r - .5) * .85;
  float plate = smoothstep(.05, .3, fast.b);
  heat += .2 * (1. - plate) - plate * (.1 + .5 * smoothstep(1.02, .4, heat)) + (fast.r - .5) * .3;
  vec3 colour = mix(vec3(.045, .012, .01), vec3(.4, .03, .004), smoothstep(.02, .34, heat));
  colour = mix(colour, vec3(.98, .18, .01), smoothstep(.3, .68, heat));
  colour = mix(colour, vec3(1.2, .56, .07), smoothstep(.72, 1., heat));
  return mix(colour, vec3(1.4, 1.05, .4), smoothstep(1.04, 1.3, heat));
}

vec3 waterAt(vec2 place, vec2 way, float far) {
  vec4 slow = carried(place, way, 170., .16);
  vec4 fast = carried(place * 1.07, way, 74., .3);
  vec3 colour = mix(vec3(.03, .21, .33), vec3(.11, .44, .56), slow.r);
  colour = mix(colour, vec3(.3, .72, .74), .55 * smoothstep(.5, .95, far + (fast.r - .5) * .5));
  float streak = smoothstep(.62, .78, fast.r * .65 + slow.g * .55);
  float foam = smoothstep(.78, 1.02, far + (fast.r - .5) * .42);
  return mix(colour, vec3(.86, .95, .95), clamp(.5 * streak + .75 * foam, 0., 1.));
}
`;

export class Terrain {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #flow: DataTexture;

  constructor(
    heights: Float32Array,
    fields: Fields,
    painting: Painting,
    clouds: Texture,
    uniforms: Uniforms,
  ) {
    this.#flow = flowTexture(fields);
    const material = new MeshStandardMaterial({
      map: painting.paint,
      roughness: 0.86,
      shadowSide: FrontSide,
    });
    patched(material, {
      uniforms: {
        ...uniforms,
        relief: { value: painting.relief },
        flow: { value: this.#flow },
        clouds: { value: clouds },
      },
      vertexHead: 'varying vec3 vPlace;',
      vertexMain: 'vPlace = position;',
      fragmentHead: FLOWING,
      replace: {
        '#include <map_fragment>': `
          vec4 paint = texture2D(map, vMapUv);
          vec4 carved = texture2D(relief, vMapUv);
          vec4 course = texture2D(flow, vMapUv);
          float far = clamp(course.r * ${FAR}. / 19., 0., 1.);
          vec2 way = course.ba;
          vec3 lava = paint.a > 0. && course.g > 0. ? lavaAt(vPlace.xy, way, far) : vec3(0.);
          vec3 water = paint.a > 0. && course.g < 1. ? waterAt(vPlace.xy, way, far) : vec3(0.);
          float molten = smoothstep(.25, .75, course.g + (texture2D(clouds, vPlace.xy / 90.).r - .5) * .5);
          diffuseColor.rgb = pow(paint.rgb, vec3(2.2));
          diffuseColor.rgb = mix(diffuseColor.rgb, water, paint.a * (1. - molten));
          diffuseColor.rgb = mix(diffuseColor.rgb, lava * .35, paint.a * molten);`,
        '#include <normal_fragment_begin>': `
          vec3 nonPerturbedNormal = normalize(vNormal);
          vec3 normal = normalize(normalMatrix * (carved.rgb * 2. - 1.));`,
        '#include <roughnessmap_fragment>': `
          float roughnessFactor = mix(roughness, .18, paint.a * (1. - molten));`,
        '#include <emissivemap_fragment>': `
          totalEmissiveRadiance += lava * paint.a * molten * (.7 + .55 * glowing);
          float warmth = carved.a * carved.a * (.25 + 1.5 * glowing) * (1. - paint.a * molten);
          totalEmissiveRadiance += diffuseColor.rgb * vec3(1.6, .42, .1) * warmth;`,
      },
      normalMatrix: true,
    });
    this.mesh = new Mesh(terrainGeometry(heights), material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#flow.dispose();
  }
}
