/** The whole scene: all that is on the table, where the stage says it is. Svelte owns when, this owns how. */
import { Mesh, NeutralToneMapping, PCFShadowMap, Scene, WebGLRenderer } from 'three';
import { HEART, ISLAND, PIT, TREE, treeWay, vulkarWay, type Ground } from '../island';
import type { Aim, Turned } from '../properties';
import type { Stage } from '../stage.svelte';
import { Bridges, posts } from './bridges';
import { Camera } from './camera';
import { Copter, helipad, raft } from './copter';
import { fieldsOf } from './fields';
import { Figures, type Guest } from './figures';
import { Glows } from './glows';
import { Grove } from './grove';
import { landmarkRooms, landmarks } from './landmarks';
import { DAY, Light, NIGHT } from './light';
import { LaneLights, Rings } from './lights';
import type { Place } from './look';
import { Marbles } from './marbles';
import { painted, type Uniforms } from './materials';
import { noiseTexture } from './noise';
import { paintGround } from './painting';
import { Paths } from './paths';
import { hitGround, rayThrough } from './picking';
import { Sea } from './sea';
import { inMaw, sideshow, Sign } from './sideshow';
import { Sky } from './sky';
import { Sling } from './sling';
import { Steam } from './steam';
import { scarMiddle, stonework } from './stonework';
import { Table } from './table';
import { Terrain } from './terrain';
import { Trails } from './trails';
import { onSlab, Treasures, type TokenSpot } from './treasures';
import { Trees } from './trees';
import { Vulkar } from './vulkar';

interface Disposable {
  dispose(): void;
}

/** What the graphics card is called; browsers that hide it tell it by an extension. */
function cardOf(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  const told = /^webkit/i.test(name) && gl.getExtension('WEBGL_debug_renderer_info');
  return told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : name;
}

/** A figure that is held by a pointer. */
export interface Dragged {
  figure: number;
  at: Place;
}

export class IslandScene {
  readonly camera: Camera;
  readonly rings: Rings;
  readonly lanes: LaneLights;
  readonly copter: Copter;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #light: Light;
  readonly #uniforms: Uniforms = { time: { value: 0 }, glowing: { value: 0 } };
  readonly #kept: Disposable[] = [];
  readonly #ground: Ground;
  readonly #figures: Figures;
  readonly #vulkar: Vulkar;
  readonly #trees: Trees;
  readonly #bridges: Bridges;
  readonly #treasures: Treasures;
  readonly #marbles: Marbles;
  readonly #trails: Trails;
  readonly #glows: Glows;
  readonly #sling: Sling;

  constructor(canvas: HTMLCanvasElement, ground: Ground, guests: Guest[]) {
    const renderer = new WebGLRenderer({ canvas, antialias: true });
    const uniforms = this.#uniforms;
    this.#renderer = renderer;
    this.#ground = ground;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    renderer.toneMapping = NeutralToneMapping;
    this.camera = new Camera((x, y) => ground.at(x, y));
    this.#light = new Light(this.#scene, this.isSlow ? 1024 : 2048);

    const clouds = this.#keep(noiseTexture());
    const fields = fieldsOf(ground);
    const painting = this.#keep(paintGround(renderer, fields, clouds));
    const paint = this.#keep(painted(uniforms));
    const gloss = this.#keep(painted(uniforms, 0.22));
    const { height } = ground;

    const terrain = this.#keep(new Terrain(height, fields, painting, clouds, uniforms));
    const sea = this.#keep(new Sea(height, fields, clouds, uniforms));
    const table = this.#keep(new Table(clouds, uniforms, this.#light.behind));
    const sky = this.#keep(new Sky(uniforms, this.#light.behind));
    const sign = this.#keep(new Sign());
    const paths = this.#keep(new Paths(ground, paint));
    const trodden = paths.places.map(([x, y]) => [x, y, -9] as const);
    const grove = this.#keep(new Grove(ground, paint, [...landmarkRooms(), ...trodden]));
    const steam = this.#keep(new Steam(ground, uniforms));
    const scenery = new Mesh(
      stonework(ground)
        .join(posts(ground))
        .join(landmarks(ground))
        .join(helipad())
        .join(raft())
        .join(sideshow())
        .geometry(),
      paint,
    );
    scenery.castShadow = scenery.receiveShadow = true;
    this.#keep(scenery.geometry);
    this.#scene.add(sky.mesh, terrain.mesh, sea.mesh, table.rim, table.top, sign.mesh, scenery);
    this.#scene.add(paths.spaces, paths.stones, ...grove.meshes, steam.mesh);

    this.#vulkar = this.#keep(new Vulkar(paint));
    this.#trees = this.#keep(new Trees(ground, paint));
    this.#bridges = this.#keep(new Bridges(paint));
    this.#treasures = this.#keep(new Treasures(gloss));
    this.#marbles = this.#keep(new Marbles(ground, gloss));
    this.#figures = this.#keep(new Figures(guests, paint));
    this.copter = this.#keep(new Copter(paint));
    this.#sling = this.#keep(new Sling(ground, paint));
    this.#scene.add(...this.#vulkar.meshes, ...this.#trees.meshes, ...this.#bridges.meshes);
    this.#scene.add(...this.#treasures.meshes, this.#treasures.heart, ...this.#figures.meshes);
    this.#scene.add(this.#marbles.fireballs, this.#marbles.embers, this.copter.body, this.#sling.group);

    this.rings = this.#keep(new Rings(uniforms));
    this.lanes = this.#keep(new LaneLights(ground, uniforms));
    this.#trails = this.#keep(new Trails());
    this.#glows = this.#keep(new Glows(uniforms));
    this.#scene.add(this.rings.mesh, this.lanes.mesh, this.#trails.mesh, this.#glows.points);
  }

  #keep<Thing extends Disposable>(thing: Thing): Thing {
    this.#kept.push(thing);
    return thing;
  }

  // ── What is seen ─────────────────────────────────────────────────────────────────────────────

  /** Figures, marbles, trees, Vul-Kar and bridges, as the stage has them now. */
  pose(stage: Stage, turned: Turned | null, aim: Aim | null, dragged: Dragged | null): void {
    this.#poseFigures(stage, dragged);
    this.#vulkar.turn(turned?.tree === null ? vulkarWay(turned.heading) : stage.way(null));
    ISLAND.trees.forEach(({ id }, n) => {
      this.#trees.turn(n, turned?.tree === id ? treeWay(TREE[id]!, turned.heading) : stage.way(id));
    });
    this.#bridges.meshes.forEach((_, n) => this.#bridges.tilt(n, stage.tilt(n)));
    this.#treasures.putHeart(this.#heartAt(stage.view.heart));
    this.#poseMarbles(stage, aim);
    this.#renderer.shadowMap.needsUpdate = true;
  }

  #poseFigures(stage: Stage, dragged: Dragged | null): void {
    const { figures, copter } = stage.view;
    const isWaitedFor = figures.some(({ posture }) => posture === 'waiting');
    this.copter.send(copter !== 'away' ? 'here' : isWaitedFor ? 'waiting' : 'raft', this.isStill);
    this.copter.pose(this.#uniforms.time.value);
    for (const { figure, posture } of figures) {
      const placed = stage.placed(figure);
      if (dragged?.figure === figure) {
        const [x, y, z] = dragged.at;
        this.#figures.put(figure, [x, y, z + 14], -90, [1, 0, 0, 0], z);
      } else if (placed) {
        const { at, facing, turn } = placed;
        this.#figures.put(figure, at, facing, turn, this.#ground.at(at[0], at[1]));
      } else if (posture === 'waiting' || posture === 'aboard') {
        const facing = (this.copter.body.rotation.z * 180) / Math.PI;
        this.#figures.put(figure, this.copter.seatOf(figure), facing, [1, 0, 0, 0], -999, 0.62);
      } else this.#figures.hide(figure);
    }
  }

  #poseMarbles({ launch, view }: Stage, aim: Aim | null): void {
    const rolling = launch && !launch.isAgain ? launch.rolls[0]?.marble : null;
    const pit = launch?.rolls[0]?.pit ?? aim?.pit ?? null;
    const scar = rolling === 'fireball' ? 0 : view.scar;
    this.#marbles.rest(scar, view.waiting_fireballs, pit ? ISLAND.pits.indexOf(PIT[pit]!) : null);
    this.#glows.clear();
    if (!launch) {
      const held = this.#sling.show(aim);
      if (held) {
        this.#marbles.roll(ISLAND.radius.length - 1, ...held);
        this.#glows.add(...held, 60, 0xff7a1c);
      }
    } else {
      this.#sling.show(null);
      for (const { number, at } of launch.marbles) {
        this.#marbles.roll(number, ...at);
        this.#glows.add(...at, 110, 0xff6a14);
      }
    }
    this.#trails.show(launch?.pictures ?? null, launch?.time ?? 0);
    this.#glowing(view.scar);
  }

  #glowing(scar: number): void {
    const [x, y, z] = ISLAND.vulkar.at;
    this.#glows.add(x, y, z + 80, 150, 0xff5a10);
    const way = this.#vulkar.meshes[0]!.rotation.z;
    for (const mouth of ISLAND.vulkar.mouths) {
      const angle = way + (mouth * Math.PI) / 180;
      this.#glows.add(x + 27 * Math.cos(angle), y + 27 * Math.sin(angle), z + 13, 72, 0xff7a1c);
    }
    for (const { at } of ISLAND.pits)
      this.#glows.add(at[0], at[1], this.#ground.at(at[0], at[1]) + 8, 58, 0xff6a14);
    const [sx, sy] = scarMiddle();
    if (scar) this.#glows.add(sx, sy, this.#ground.at(sx, sy) + 10, 90, 0xff4a10);
    if (this.#treasures.heart.visible) {
      const { x: hx, y: hy, z: hz } = this.#treasures.heart.position;
      this.#glows.add(hx, hy, hz + 7, 52, 0xff2a50);
    }
    this.#glows.done();
  }

  /** Tokens on slabs and in the Maw. */
  lay(stage: Stage): void {
    const { view } = stage;
    const tokens: TokenSpot[] = [];
    for (const { space, colour } of view.slabs) {
      const at = colour && !stage.taken.has(space.number) && onSlab(this.#ground, space.number);
      if (at) tokens.push({ colour, x: at[0], y: at[1], z: at[2], turn: space.number });
    }
    view.maw.forEach((colour, n) => {
      const [x, y, z] = inMaw(n);
      tokens.push({ colour, x, y, z, turn: n });
    });
    this.#treasures.lay(tokens);
    this.#renderer.shadowMap.needsUpdate = true;
  }

  #heartAt(where: string): [number, number, number] | null {
    if (where === 'slab') return onSlab(this.#ground, ISLAND.spaces.indexOf(HEART));
    if (where === 'maw') return inMaw(0);
    const carrier = this.#figures.meshes[Number(/\d+/.exec(where)?.[0] ?? 0) - 1];
    return carrier?.visible ? [carrier.position.x, carrier.position.y, carrier.position.z + 40] : null;
  }

  /** Nothing moves by itself. */
  isStill = false;

  // ── Light, size, drawing ─────────────────────────────────────────────────────────────────────

  set isNight(isNight: boolean) {
    this.#light.set(isNight ? NIGHT : DAY, this.#renderer, this.#uniforms);
  }

  resize(wide: number, tall: number, pixels: number): void {
    this.#renderer.setPixelRatio(this.isSlow ? 1 : Math.min(2, pixels));
    this.#renderer.setSize(wide, tall, false);
    this.camera.resize(wide, tall);
    this.#glows.scale = this.#renderer.domElement.height / 0.536;
  }

  /** It is drawn without a graphics card: slowly. */
  get isSlow(): boolean {
    return /swiftshader|llvmpipe|software/i.test(cardOf(this.#renderer.getContext()));
  }

  /** So many seconds later. Says whether it goes on by itself. */
  draw(seconds: number): boolean {
    this.#uniforms.time.value += seconds;
    this.camera.step(seconds);
    this.copter.step(seconds);
    this.copter.pose(this.#uniforms.time.value);
    this.#treasures.heart.rotation.z = this.#uniforms.time.value * 0.5;
    this.#renderer.render(this.#scene, this.camera.lens);
    return this.camera.isMoving || this.copter.isUnderWay;
  }

  /** The place of the ground under a point of the picture, in parts from the left and the top. */
  under(right: number, down: number): Place | null {
    const [from, way] = rayThrough(this.camera.lens, right, down);
    return hitGround(from, way, (x, y) => this.#ground.at(x, y));
  }

  get drawCalls(): number {
    return this.#renderer.info.render.calls;
  }

  dispose(): void {
    for (const thing of this.#kept) thing.dispose();
    this.#light.dispose();
    this.#scene.clear();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
