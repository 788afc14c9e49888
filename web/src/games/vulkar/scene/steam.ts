/** Steam where lava meets water: tufts of wool that rise and shrink. */
import {
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  type BufferGeometry,
} from 'three';
import { ISLAND, type Ground } from '../island';
import { meetsWater } from './fields';
import { patched, type Uniforms } from './materials';
import { scattered } from './relief';
import { shape } from './shapes';

const TUFTS = 12; // at each place

export class Steam {
  readonly mesh: InstancedMesh<BufferGeometry, MeshStandardMaterial>;

  constructor(ground: Ground, uniforms: Uniforms) {
    const places = ISLAND.lanes
      .filter((lane) => lane.kind === 'chute' && meetsWater(lane))
      .map(({ points }) => points.at(-1)!);
    const next = scattered(37);
    const material = new MeshStandardMaterial({ roughness: 1, transparent: true, depthWrite: false });
    patched(material, {
      uniforms,
      vertexHead: 'attribute float phase; uniform float time; varying float vAge;',
      vertexMain: `
        vAge = fract(time * .06 + phase);
        float size = .35 + 1.5 * vAge * (1. - vAge) * 2.;
        transformed *= size;
        transformed += vec3(3. * sin(time * .4 + phase * 20.) * vAge, 0., 26. * vAge);`,
      fragmentHead: 'varying float vAge; uniform float glowing;',
      replace: {
        '#include <emissivemap_fragment>': `
          totalEmissiveRadiance += mix(vec3(.16), vec3(.12, .07, .05), glowing);
          float facing = max(0., dot(normal, normalize(vViewPosition)));
          diffuseColor.a *= .8 * smoothstep(.1, .8, facing) * smoothstep(0., .12, vAge) * smoothstep(1., .4, vAge);`,
      },
    });
    this.mesh = new InstancedMesh(shape.ball(7, 12), material, places.length * TUFTS);
    const phases = new Float32Array(places.length * TUFTS);
    places.forEach(([x, y], place) => {
      for (let n = 0; n < TUFTS; n++) {
        const [px, py] = [x + next() * 34 - 17, y + next() * 34 - 17];
        const number = place * TUFTS + n;
        phases[number] = n / TUFTS + next() * 0.08;
        this.mesh.setMatrixAt(number, new Matrix4().makeTranslation(px, py, ground.at(x, y) + 3));
      }
    });
    this.mesh.geometry.setAttribute('phase', new InstancedBufferAttribute(phases, 1));
    this.mesh.renderOrder = 2;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
