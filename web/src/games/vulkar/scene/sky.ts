/** What is beyond the table: the light of a room by day, stars by night. */
import { BackSide, Mesh, ShaderMaterial, SphereGeometry, type Color } from 'three';
import type { Uniforms } from './materials';

const VERTEX = `
varying vec3 vWay;
void main() {
  vWay = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.);
}`;

const FRAGMENT = `
uniform vec3 behind;
uniform float glowing;
varying vec3 vWay;

float speck(vec2 cell) { return fract(sin(dot(cell, vec2(127.1, 311.7))) * 43758.5453); }

void main() {
  vec3 way = normalize(vWay);
  float high = max(0., way.z);
  vec3 day = mix(behind, vec3(.93, .83, .66), smoothstep(0., .5, high));
  vec3 night = mix(behind, vec3(.012, .018, .05), smoothstep(0., .4, high));
  vec2 across = vec2(atan(way.y, way.x) * 60., way.z * 110.);
  vec2 cell = floor(across);
  vec2 off = fract(across) - .5 - .6 * (vec2(speck(cell + 7.), speck(cell + 13.)) - .5);
  float star = step(.93, speck(cell)) * smoothstep(.12, .0, length(off)) * smoothstep(.02, .2, high);
  gl_FragColor = vec4(mix(day, night + star, glowing), 1.);
  #include <colorspace_fragment>
}`;

export class Sky {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;

  constructor(uniforms: Uniforms, behind: Color) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { ...uniforms, behind: { value: behind } },
      side: BackSide,
      depthWrite: false,
    });
    this.mesh = new Mesh(new SphereGeometry(6000, 24, 16), material);
    this.mesh.renderOrder = -1;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
