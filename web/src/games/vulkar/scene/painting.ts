/**
 * The painting of the ground, done once by the graphics card: a base coat by region, washes in the
 * hollows, dry brush on the ridges, and a normal for every point. Colours are as painters mix them
 * (sRGB); what uses them makes them linear.
 */
import {
  DataTexture,
  FloatType,
  GLSL3,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  NearestFilter,
  NoColorSpace,
  OrthographicCamera,
  PlaneGeometry,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type Texture,
  type WebGLRenderer,
} from 'three';
import type { Fields } from './fields';
import { GRID } from './relief';

const WIDTH = 2048; // points of the painting

export interface Painting {
  paint: Texture; // colour, and how much stream covers the ground
  relief: Texture; // normal, and how much the glow of lava falls here
  dispose: () => void;
}

const VERTEX = `
out vec2 at;
void main() {
  at = uv;
  gl_Position = vec4(position.xy, 0., 1.);
}`;

const FRAGMENT = `
precision highp float;
uniform sampler2D shape, stream, clouds;
uniform vec4 box; // west, south, wide, tall
uniform float cell;
in vec2 at;
layout(location = 0) out vec4 paint;
layout(location = 1) out vec4 relief;

// Between sixteen points of the grid, and without a corner.
vec4 smoothly(sampler2D field, vec2 place) {
  vec2 whole = floor(place);
  vec2 part = place - whole;
  vec2 rest = 1. - part;
  vec2 w[4] = vec2[4](
    rest * rest * rest / 6., (4. - 6. * part * part + 3. * part * part * part) / 6.,
    (4. - 6. * rest * rest + 3. * rest * rest * rest) / 6., part * part * part / 6.);
  ivec2 most = textureSize(field, 0) - 1;
  vec4 sum = vec4(0.);
  for (int r = 0; r < 4; r++)
    for (int c = 0; c < 4; c++)
      sum += w[c].x * w[r].y * texelFetch(field, clamp(ivec2(whole) + ivec2(c - 1, r - 1), ivec2(0), most), 0);
  return sum;
}

vec4 noise(vec2 place, float size) { return textureLod(clouds, place / size, 0.); }

vec3 rgb(float r, float g, float b) { return vec3(r, g, b) / 255.; }

void main() {
  vec2 place = box.xy + at * box.zw;
  vec4 here = smoothly(shape, at * box.zw / cell);
  vec4 flow = smoothly(stream, at * box.zw / cell);
  float height = here.x, hollow = here.w, far = flow.x, lava = flow.y;
  float steep = length(here.yz);

  vec4 large = noise(place + 31., 420.), middle = noise(place, 130.), small = noise(place.yx, 47.);
  float patches = large.r, blots = middle.r, grain = small.r;
  float wander = (large.r - .5) * 130. + (middle.r - .5) * 50.;
  float west = smoothstep(-90., -215., place.x + wander);
  float east = smoothstep(75., 215., place.x + wander);

  // Base coats.
  vec3 colour = mix(rgb(158., 143., 122.), rgb(134., 122., 108.), blots);
  float moss = smoothstep(.42, .62, patches * .6 + grain * .4) * (1. - .7 * smoothstep(.35, .8, steep));
  colour = mix(colour, mix(rgb(128., 140., 78.), rgb(160., 162., 88.), grain), .8 * moss);
  vec3 ash = mix(rgb(112., 76., 74.), rgb(78., 58., 64.), smoothstep(.35, .7, patches));
  ash = mix(ash, rgb(170., 108., 76.), .65 * smoothstep(.58, .78, blots));
  ash = mix(ash, rgb(138., 112., 104.), .3 * smoothstep(.5, .85, small.a));
  vec3 jungle = mix(rgb(70., 138., 62.), rgb(128., 178., 72.), smoothstep(.3, .72, blots));
  jungle = mix(jungle, rgb(38., 100., 60.), .8 * smoothstep(.5, .75, patches));
  jungle = mix(jungle, rgb(176., 198., 84.), .45 * smoothstep(.62, .8, grain));
  colour = mix(mix(colour, ash, west), jungle, east);

  // Bare rock where it is steep, in layers.
  float layer = height * .17 + middle.r * 3. + large.r * 4.;
  float band = .5 + .5 * sin(layer * 3.1) * sin(layer * 1.3 + 1.);
  vec3 rock = mix(rgb(120., 92., 76.), rgb(178., 142., 106.), band);
  rock = mix(rock, mix(rgb(72., 52., 56.), rgb(128., 88., 80.), band), west);
  rock = mix(rock, mix(rgb(104., 96., 70.), rgb(160., 140., 94.), band), east);
  float bare = smoothstep(.62, .95, steep + (small.a - .5) * .35 + (blots - .5) * .3);
  colour = mix(colour, rock, bare);

  // Sand at the sea.
  float low = smoothstep(34., 6., height + (blots - .5) * 26.);
  float beach = low * mix(.55, 1., east) * smoothstep(1.15, .7, steep);
  vec3 sand = mix(rgb(240., 214., 158.), rgb(222., 186., 126.), grain);
  colour = mix(colour, sand, beach);
  colour = mix(colour, sand * .78, smoothstep(3., -6., height));

  // Banks: scorched at the lava, wet sand and reed at the water.
  float bank = smoothstep(31., 20., far + (grain - .5) * 9.);
  vec3 scorched = mix(rgb(58., 34., 34.), rgb(104., 60., 48.), small.a);
  vec3 wet = mix(rgb(206., 182., 128.), rgb(150., 146., 92.), small.a);
  colour = mix(colour, mix(wet, scorched, lava), bank * .92);

  // Washes and dry brush.
  float deep = clamp(hollow, -1., 1.);
  colour *= 1. - .5 * smoothstep(0., .8, deep) * vec3(.8, .95, .9);
  colour += smoothstep(.05, .8, -deep + (small.a - .5) * .3) * rgb(74., 66., 44.);
  colour *= .9 + .2 * small.a * (.6 + .4 * noise(place * vec2(1., 3.), 21.).r);

  // The stream itself; its own colours move, this is how much there is of it.
  float half_wide = 18.6 + (grain - .5) * 3.;
  float covered = smoothstep(half_wide + 1.2, half_wide - 1.2, far);
  float rough = (small.r - .5) * 1.5 + (small.a - .5) * 1.3;
  vec2 tilt = here.yz * (1. - .1 * covered);
  float step_size = 2.2;
  vec2 fine = vec2(
    noise(place.yx + vec2(0., step_size), 47.).a - noise(place.yx - vec2(0., step_size), 47.).a,
    noise(place.yx + vec2(step_size, 0.), 47.).a - noise(place.yx - vec2(step_size, 0.), 47.).a);
  vec3 normal = normalize(vec3(-tilt - fine * .32 * (1. - covered) * (.5 + bare), 1.));
  float warmth = lava * (smoothstep(46., 17., far) * .75 + covered * .25);
  paint = vec4(clamp(colour, 0., 1.), covered);
  relief = vec4(normal * .5 + .5, warmth * (.85 + .15 * rough));
}`;

export function paintGround(
  renderer: WebGLRenderer,
  fields: Fields,
  clouds: Texture,
): Painting {
  const { west, south, wide, tall, cell } = GRID;
  const target = new WebGLRenderTarget(WIDTH, Math.round((WIDTH * tall) / wide), {
    count: 2,
    depthBuffer: false,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
    colorSpace: NoColorSpace,
    anisotropy: Math.min(8, renderer.capabilities.getMaxAnisotropy()),
  });
  const [shape, stream] = [exact(fields.shape), exact(fields.stream)];
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    depthTest: false,
    depthWrite: false,
    uniforms: {
      shape: { value: shape },
      stream: { value: stream },
      clouds: { value: clouds },
      box: { value: [west, south, wide, tall] },
      cell: { value: cell },
    },
  });
  const plane = new PlaneGeometry(2, 2);
  const scene = new Scene();
  scene.add(new Mesh(plane, material));
  renderer.setRenderTarget(target);
  renderer.render(scene, new OrthographicCamera());
  renderer.setRenderTarget(null);
  for (const used of [shape, stream, material, plane]) used.dispose();
  return { paint: target.textures[0]!, relief: target.textures[1]!, dispose: () => target.dispose() };
}

/** Four numbers for each point, as they are. */
function exact(numbers: Float32Array): DataTexture {
  const texture = new DataTexture(numbers, GRID.columns, GRID.rows, RGBAFormat, FloatType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
