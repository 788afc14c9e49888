/** The table that the island lies on, and the wooden tray around its sea. */
import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Mesh,
  MeshStandardMaterial,
  Vector2,
  type Color,
  type Texture,
} from 'three';
import { patched, type Uniforms } from './materials';

export const TRAY = { x: 668, y: 452, corner: 80 }; // half its inner sides, and its corners
const UNDER = -46; // so far below the sea the table is
const WIDE = 2600;

/** The rim, seen from the side: how far out, and how high. */
const PROFILE: [number, number][] = [
  [0, -8], [0, 7], [2.5, 10], [18, 11], [21, 8.5], [23, 4], [23, -40], [19, -46],
];

export function roundedOutline(x: number, y: number, corner: number, steps = 10): Vector2[] {
  const outline: Vector2[] = [];
  for (const [right, up, from] of [[1, 1, 0], [-1, 1, 90], [-1, -1, 180], [1, -1, 270]] as const)
    for (let step = 0; step <= steps; step++) {
      const angle = ((from + (90 * step) / steps) * Math.PI) / 180;
      outline.push(
        new Vector2(
          right * (x - corner) + corner * Math.cos(angle),
          up * (y - corner) + corner * Math.sin(angle),
        ),
      );
    }
  return outline;
}

/** A profile drawn around the tray. */
export function rimGeometry(): BufferGeometry {
  const places: number[] = [];
  const corners: number[] = [];
  const rounds = PROFILE.map(([out]) =>
    roundedOutline(TRAY.x + out, TRAY.y + out, TRAY.corner + out),
  );
  const count = rounds[0]!.length;
  rounds.forEach((round, level) => {
    for (const { x, y } of round) places.push(x, y, PROFILE[level]![1]);
    if (!level) return;
    for (let n = 0; n < count; n++) {
      const [one, next] = [level * count + n, level * count + ((n + 1) % count)];
      corners.push(one - count, one, next - count, one, next, next - count);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
  geometry.setIndex(corners);
  const edged = geometry.toNonIndexed();
  edged.computeVertexNormals();
  geometry.dispose();
  return edged;
}

const WOOD = `
uniform sampler2D clouds;
uniform vec3 behind, light, dark;
uniform float board, glowing;
varying vec3 vPlace;

vec3 woodAt(vec2 place) {
  float row = floor(place.y / board);
  vec2 own = place + vec2(row * 371., row * 91.);
  float knots = texture2D(clouds, own / vec2(1100., 260.)).r;
  float rings = .5 + .5 * sin((own.y * .1 + knots * 26.) * 1.4);
  float grain = texture2D(clouds, own / vec2(700., 36.)).a;
  vec3 colour = mix(dark, light, .3 * rings + .45 * grain + .3 * fract(row * .618));
  float seam = abs(fract(place.y / board) - .5) * 2.;
  return colour * mix(1., .55, smoothstep(1. - 2.4 / board, 1., seam));
}
`;

export class Table {
  readonly rim: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly top: Mesh<CircleGeometry, MeshStandardMaterial>;

  constructor(clouds: Texture, uniforms: Uniforms, behind: Color) {
    const wood = (
      colours: { light: number[]; dark: number[]; board: number },
      fades: boolean,
      roughness: number,
    ): MeshStandardMaterial => {
      const material = new MeshStandardMaterial({ roughness });
      patched(material, {
        uniforms: {
          ...uniforms,
          clouds: { value: clouds },
          behind: { value: behind },
          light: { value: colours.light },
          dark: { value: colours.dark },
          board: { value: colours.board },
        },
        vertexHead: 'varying vec3 vPlace;',
        vertexMain: 'vPlace = position;',
        fragmentHead: WOOD,
        replace: {
          '#include <map_fragment>': 'diffuseColor.rgb = woodAt(vPlace.xy);',
          ...(fades && {
            '#include <tonemapping_fragment>': `
              #include <tonemapping_fragment>
              float gone = smoothstep(800., ${WIDE - 300}., length(vPlace.xy * vec2(.85, 1.1)));
              gl_FragColor.rgb = mix(gl_FragColor.rgb, behind, gone);`,
          }),
        },
      });
      return material;
    };
    this.rim = new Mesh(
      rimGeometry(),
      wood({ light: [0.34, 0.14, 0.05], dark: [0.12, 0.042, 0.016], board: 4000 }, false, 0.42),
    );
    this.rim.castShadow = this.rim.receiveShadow = true;
    this.top = new Mesh(
      new CircleGeometry(WIDE, 48),
      wood({ light: [0.52, 0.33, 0.17], dark: [0.28, 0.165, 0.08], board: 190 }, true, 0.6),
    );
    this.top.position.z = UNDER;
    this.top.receiveShadow = true;
  }

  dispose(): void {
    for (const mesh of [this.rim, this.top]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}
