/** The sea, in its tray: shallow and green at the coast, with foam and glitter. */
import {
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  Mesh,
  MeshStandardMaterial,
  RGFormat,
  Shape,
  ShapeGeometry,
  type Texture,
} from 'three';
import type { Fields } from './fields';
import { patched, type Uniforms } from './materials';
import { GRID } from './relief';
import { roundedOutline, TRAY } from './table';

const SEA = `
uniform sampler2D depths, clouds;
uniform vec4 box;
uniform float time, glowing;
varying vec3 vPlace;

vec2 swell(vec2 place) {
  vec4 one = texture2D(clouds, place / 240. + time * vec2(.006, .004));
  vec4 two = texture2D(clouds, place.yx / 150. - time * vec2(.007, .005));
  return vec2(one.r - two.r, one.a - two.a);
}
`;

export class Sea {
  readonly mesh: Mesh<ShapeGeometry, MeshStandardMaterial>;
  readonly #depths: DataTexture;

  constructor(heights: Float32Array, fields: Fields, clouds: Texture, uniforms: Uniforms) {
    this.#depths = depthsOf(heights, fields);
    const material = new MeshStandardMaterial({ transparent: true, roughness: 0.22 });
    const box = [GRID.west, GRID.south, GRID.wide, GRID.tall];
    patched(material, {
      uniforms: {
        ...uniforms,
        depths: { value: this.#depths },
        clouds: { value: clouds },
        box: { value: box },
      },
      vertexHead: 'varying vec3 vPlace;',
      vertexMain: 'vPlace = position;',
      fragmentHead: SEA,
      normalMatrix: true,
      replace: {
        '#include <map_fragment>': `
          vec2 depth = texture2D(depths, (vPlace.xy - box.xy) / box.zw).rg;
          vec2 waves = swell(vPlace.xy);
          vec2 outside = max(vec2(0.), max(box.xy - vPlace.xy, vPlace.xy - box.xy - box.zw));
          float off = -depth.g + length(outside) + (waves.x + waves.y) * 7.;
          vec3 colour = mix(vec3(.16, .62, .6), vec3(.035, .27, .42), smoothstep(0., 46., off));
          colour = mix(colour, vec3(.012, .1, .24), smoothstep(36., 130., off));
          colour *= .86 + .55 * smoothstep(-.1, .5, waves.x);
          float surf = off - 2. - 1.6 * sin(time * .5 + vPlace.x * .013);
          float foam = smoothstep(3.4, 1.2, surf);
          foam += .6 * smoothstep(2.2, .8, abs(surf - 8. - 2.5 * sin(time * .4 + vPlace.y * .011)))
            * smoothstep(.35, .6, texture2D(clouds, vPlace.xy / 60.).r);
          foam = clamp(foam, 0., 1.);
          diffuseColor.rgb = mix(colour, vec3(.92, .97, .95), foam);
          float spark = texture2D(clouds, vPlace.xy / 41. + time * vec2(.011, .006)).a;
          spark *= texture2D(clouds, vPlace.yx / 57. - time * vec2(.009, .012)).a;
          spark = smoothstep(.55, .68, spark) * smoothstep(8., 40., off);
          diffuseColor.a = mix(.62, 1., max(foam, smoothstep(-2., 20., off)));`,
        '#include <normal_fragment_begin>': `
          vec3 nonPerturbedNormal = normalize(vNormal);
          vec3 normal = normalize(normalMatrix * vec3(waves * .34, 1.));`,
        '#include <emissivemap_fragment>': `
          totalEmissiveRadiance += spark * mix(vec3(.7, .75, .7), vec3(.12, .17, .3), glowing);`,
        '#include <roughnessmap_fragment>': 'float roughnessFactor = mix(roughness + .2 * glowing, .9, foam);',
      },
    });
    const { x, y, corner } = TRAY;
    const outline = new Shape(roundedOutline(x, y, corner));
    this.mesh = new Mesh(new ShapeGeometry(outline), material);
    this.mesh.receiveShadow = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#depths.dispose();
  }
}

/** Height, and how far inland, for every point of the grid. */
function depthsOf(heights: Float32Array, { shore }: Fields): DataTexture {
  const { columns, rows } = GRID;
  const halves = new Uint16Array(2 * columns * rows);
  for (let at = 0; at < columns * rows; at++) {
    halves[2 * at] = DataUtils.toHalfFloat(heights[at]!);
    halves[2 * at + 1] = DataUtils.toHalfFloat(shore[at]!);
  }
  const texture = new DataTexture(halves, columns, rows, RGFormat, HalfFloatType);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
