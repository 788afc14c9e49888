/** What things are painted with. All of them share a few uniforms: the time, and how dark it is. */
import { MeshStandardMaterial, type IUniform, type Material } from 'three';

export interface Uniforms {
  time: IUniform<number>; // seconds, of what moves by itself
  glowing: IUniform<number>; // 0 by day, 1 by night
  [name: string]: IUniform;
}

interface Patch {
  uniforms: Record<string, IUniform>;
  vertexHead?: string;
  vertexMain?: string;
  fragmentHead?: string;
  replace?: Record<string, string>;
  normalMatrix?: boolean; // in the fragment shader as well
}

/** A material of three.js with something of our own in its shaders. */
export function patched(material: Material, patch: Patch): void {
  const { vertexHead, vertexMain, fragmentHead, replace } = patch;
  const key = JSON.stringify([vertexHead, vertexMain, fragmentHead, replace]);
  material.customProgramCacheKey = () => key; // or one would get the shaders of another
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, patch.uniforms);
    shader.vertexShader = `${patch.vertexHead ?? ''}\n${shader.vertexShader.replace(
      '#include <begin_vertex>',
      `#include <begin_vertex>\n${patch.vertexMain ?? ''}`,
    )}`;
    const head = `${patch.normalMatrix ? 'uniform mat3 normalMatrix;' : ''}\n${patch.fragmentHead ?? ''}`;
    let fragment = shader.fragmentShader.replace('#include <common>', `#include <common>\n${head}`);
    for (const [chunk, own] of Object.entries(patch.replace ?? {}))
      fragment = fragment.replace(chunk, own);
    shader.fragmentShader = fragment;
  };
}

/** Plastic under paint: colours and glow are in the geometry, a faint light is on every rim. */
export function painted(uniforms: Uniforms, roughness = 0.55): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ vertexColors: true, roughness });
  patched(material, {
    uniforms,
    vertexHead: 'attribute float glow; varying float vGlow;',
    vertexMain: 'vGlow = glow;',
    fragmentHead: 'varying float vGlow; uniform float glowing, time;',
    replace: {
      '#include <emissivemap_fragment>': `
        float rim = 1. - max(0., dot(normal, normalize(vViewPosition)));
        totalEmissiveRadiance += diffuseColor.rgb * rim * rim * rim * mix(.35, .12, glowing);
        totalEmissiveRadiance += diffuseColor.rgb * vGlow * (.75 + .5 * glowing);`,
    },
  });
  return material;
}
