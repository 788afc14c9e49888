/**
 * What is seen of a table: it lags behind what is so, until what happened meanwhile has been shown.
 * News of the log are scenes, one after another; at the end everything is as the view says.
 *
 * All time comes from requestAnimationFrame and performance.now, so that tests can step it.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { cubicInOut } from 'svelte/easing';
import type { LogLine } from '../../lib/types';
import { unlessStill } from '../targets/motion';
import { between, HELIPAD, ISLAND, TREE, treeWay, vulkarWay, type Point } from './island';
import { headingsAt, isRolling, lastOf, newsIn, rollingsIn, type News, type Rolling } from './log';
import { Path, tipped, type Standing } from './path';
import { picturesIn, UPRIGHT, type Pictures, type Pose } from './pictures';
import type {
  Card,
  Colour,
  Deed,
  Die,
  FigureView,
  Globe,
  Roll,
  Snatch,
  Target,
  Treasure,
  VulkarView,
} from './view';

const MANY = 60; // news; more are not shown one by one
const LONGEST = 4000; // milliseconds for all that is waiting to be shown, launches aside
const PATIENCE = 8000; // milliseconds until pictures come; then the lanes are shown instead
const AFTER = 0.45; // seconds that one still looks when all has come to rest
const STEP = 270; // milliseconds from space to space
const HOP = 16; // millimetres over somebody's head
const FLIGHT = 80; // millimetres up
const SLOW = 0.28; // how fast time goes around a knock
const [BEFORE_KNOCK, AFTER_KNOCK] = [0.16, 0.34]; // seconds of the launch

const LASTS: Partial<Record<Target['kind'], number>> = {
  rise: 500,
  board: 1100,
  card: 900,
  die: 1100,
  map: 900,
  heading: 900,
  tree: 700,
  flick: 450,
  selfie: 700,
  globe: 500,
  boots: 500,
  shelter: 700,
  bag: 500,
  take: 500,
  exchange: 500,
  seize: 500,
  lose: 500,
  pick: 600,
  snatch: 800,
};

/** Something that is told for a moment, above the island. */
export type Shown = Card | Colour | Deed | Die | Globe | Snatch | Treasure;
const SHOWN: Target['kind'][] = ['card', 'die', 'snatch', 'selfie', 'pick', 'lose', 'shelter', 'bag', 'globe'];

/** Where a figure is seen. */
export interface Placed extends Pose {
  facing: number; // degrees: it was turned that way before it was tipped by `turn`
  isDown: boolean;
}

/** A figure under way. */
interface Mover {
  way: Point[];
  over: boolean[]; // at which of them it hops over somebody
  how: 'walk' | 'fly';
  began: number;
  lasts: number;
}

interface Turning {
  from: number;
  to: number;
  began: number;
  lasts: number;
}

/** Marbles that roll before everybody's eyes. */
export class Launch {
  time = $state(0); // seconds of its own, from its beginning

  constructor(
    readonly number: number, // of its line in the log
    readonly pictures: Pictures,
    readonly rolls: Roll[],
    readonly isByOdds: boolean, // made of what the log says: nobody has seen it
    readonly isAgain: boolean, // it is over long since
    readonly headings: { heading: number; trees: Record<string, number> } | null, // then
  ) {}

  /** How fast it is shown: slower when somebody is knocked over. */
  get speed(): number {
    const isKnock = this.pictures.falls.some(
      ({ time }) => this.time > time - BEFORE_KNOCK && this.time < time + AFTER_KNOCK,
    );
    return isKnock ? SLOW : 1;
  }

  /** The marbles that roll now: their numbers (the last is the ember) and where they are. */
  get marbles(): { number: number; at: Point }[] {
    const found = [];
    for (const number of ISLAND.radius.keys()) {
      const at = this.pictures.marble(number, this.time);
      if (at) found.push({ number, at });
    }
    return found;
  }
}

interface Scene {
  last: number; // of the log, when it is over
  lasts: number; // milliseconds
  begin: () => void;
  rolling?: Rolling;
  pictures?: Promise<Pictures | null>;
  isAgain?: boolean;
}

export class Stage {
  view = $state.raw<VulkarView>() as VulkarView; // as it is seen
  launch = $state.raw<Launch | null>(null);
  isFetching = $state(false); // the pictures of a launch
  shown = $state.raw<Shown | null>(null);
  taken = new SvelteSet<number>(); // spaces whose tokens were picked up since the view was so
  isBusy = $state(false); // something is being shown
  seen = $state<number | null>(null); // the last number of the log that was shown; null: all
  moment = $state(0); // milliseconds of the stage's own time: it goes on while something moves

  #told = -1; // the last number of the log that was shown, or will be
  #log: LogLine[] = [];
  #wanted: VulkarView;
  #waiting: Scene[] = [];
  #scene: Scene | null = null;
  #elapsed = 0; // of the scene
  #moving = new SvelteMap<number, Mover>();
  #turning = new SvelteMap<string, Turning>(); // by tree; '' is Vul-Kar
  #fallen = new SvelteMap<number, Placed>(); // as they lie since a launch
  #facing: Record<number, number> = {}; // where they went last
  #frame = 0;
  #last = 0;

  constructor(
    view: VulkarView,
    log: LogLine[],
    private readonly keepsake: (number: number) => Promise<Blob>,
  ) {
    this.#wanted = view;
    this.view = view;
    this.#log = log;
    this.#told = lastOf(log);
  }

  // ── What is seen ─────────────────────────────────────────────────────────────────────────────

  /** Where a figure is; null in the Hello-copter, and off the island. */
  placed(figure: number): Placed | null {
    const facing = this.#faces(figure);
    const { launch } = this;
    if (launch) {
      const pose = launch.pictures.figure(figure, launch.time);
      const isDown = launch.pictures.falls.some((fall) => fall.figure === figure && fall.time <= launch.time);
      if (pose) return { ...pose, facing, isDown };
      if (launch.isAgain) return null;
    }
    const mover = this.#moving.get(figure);
    if (mover) return this.#underWay(mover, figure);
    return this.#atRest(this.view.figures[figure]!, facing);
  }

  /** Where a tree's long root points, or Vul-Kar looks (without a tree): degrees. */
  way(tree: string | null): number {
    const turning = this.#turning.get(tree ?? '');
    if (turning) {
      const part = Math.min(1, (this.moment - turning.began) / (turning.lasts || 1));
      return turning.from + (turning.to - turning.from) * cubicInOut(part);
    }
    const then = this.launch?.headings;
    if (tree === null) return vulkarWay(then?.heading ?? headingNumber(this.view.heading));
    const heading = then?.trees[tree] ?? this.view.trees.find((one) => one.tree === tree)!.heading;
    return treeWay(TREE[tree]!, heading);
  }

  /** How far a bridge or the ladder has tipped: radians. */
  tilt(deck: number): number {
    return this.launch?.pictures.deck(deck, this.launch.time) ?? 0;
  }

  // ── What happens ─────────────────────────────────────────────────────────────────────────────

  /** The table has changed. */
  show(view: VulkarView, log: LogLine[]): void {
    if (view === this.#wanted) return;
    this.#wanted = view;
    const news = newsIn(log, this.#told);
    const isBack = lastOf(log) < this.#told;
    const before = this.#told;
    this.#told = lastOf(log);
    this.#log = log;
    if (isBack || news.length > MANY || !unlessStill(1) || document.hidden) {
      this.skip();
      this.#settle();
      return;
    }
    this.#waiting.push(...news.flatMap((one) => this.#sceneOf(one)));
    if (this.#waiting.length) this.seen ??= before;
    this.#go();
  }

  /** A launch of the log once more, by the number of its first line. */
  again(number: number): void {
    const rolling = rollingsIn(this.#log).find((one) => one.number === number);
    this.skip();
    if (!rolling) return;
    this.#waiting.push(this.#launching(rolling, true));
    this.#go();
  }

  /** Who does not want to wait sees how it ends. */
  skip(): void {
    this.#waiting = [];
    this.#scene = null;
    this.#stop();
    this.#settle();
  }

  /** The board is left: nothing goes on behind it. */
  leave(): void {
    this.#waiting = [];
    this.#scene = null;
    this.#stop();
  }

  // ── Scene by scene ───────────────────────────────────────────────────────────────────────────

  #go(): void {
    if (this.isBusy) return;
    if (!this.#waiting.length) {
      this.#settle();
      return;
    }
    this.isBusy = true;
    this.#last = performance.now();
    this.#next();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.isBusy = this.isFetching = false;
    this.launch = this.shown = null;
  }

  #tick = (): void => {
    const now = performance.now();
    const passed = now - this.#last;
    this.#last = now;
    this.moment += passed;
    this.#elapsed += passed;
    if (this.launch) this.#roll(passed / 1000);
    else if (this.#scene?.rolling && this.#elapsed > PATIENCE) this.#begin(this.#scene, null);
    else if (this.#scene && !this.#scene.rolling && this.#elapsed >= this.#scene.lasts) this.#next();
    if (this.isBusy) this.#frame = requestAnimationFrame(this.#tick);
  };

  #roll(passed: number): void {
    const launch = this.launch!;
    const isOneOfMany = this.#waiting.some(({ rolling }) => rolling);
    launch.time += passed * launch.speed * (isOneOfMany ? 2 : 1);
    if (launch.time < launch.pictures.seconds + AFTER) return;
    if (!launch.isAgain) this.#rest(launch);
    this.launch = null;
    this.#next();
  }

  /** Those who fell lie as they fell. */
  #rest(launch: Launch): void {
    for (const { figure } of launch.pictures.falls) {
      const pose = launch.pictures.figure(figure, launch.pictures.seconds);
      if (pose) this.#fallen.set(figure, { ...pose, facing: this.#faces(figure), isDown: true });
    }
  }

  #next(): void {
    if (this.#scene && !this.#scene.isAgain) this.seen = this.#scene.last;
    this.shown = null;
    this.#elapsed = 0;
    const scene = this.#waiting.shift() ?? null;
    this.#scene = scene;
    if (!scene) {
      this.#stop();
      this.#settle();
    } else if (scene.rolling) void this.#fetch(scene);
    else {
      const all = [scene, ...this.#waiting].reduce((sum, one) => sum + (one.rolling ? 0 : one.lasts), 0);
      scene.lasts *= Math.min(1, LONGEST / all);
      scene.begin();
    }
  }

  async #fetch(scene: Scene): Promise<void> {
    this.isFetching = true;
    this.#begin(scene, await scene.pictures!);
  }

  #begin(scene: Scene, pictures: Pictures | null): void {
    if (scene !== this.#scene || this.launch || !scene.rolling) return; // it was skipped meanwhile
    const { number, rolls } = scene.rolling;
    const isAgain = scene.isAgain ?? false;
    this.isFetching = false;
    this.launch = new Launch(
      number,
      pictures ?? new Path(rolls, this.#standing(rolls, isAgain)),
      rolls,
      !pictures,
      isAgain,
      isAgain ? headingsAt(this.#log, number) : null,
    );
  }

  /** Where the figures stand before the marbles roll; of long ago only those are known that were met. */
  #standing(rolls: Roll[], isAgain: boolean): Standing {
    return this.view.figures.map(({ figure, posture }) => {
      const met = rolls.find((roll) => roll.figure === figure && roll.space)?.space;
      if (met) return ISLAND.spaces[met.number]!.at;
      return !isAgain && posture === 'standing' ? (this.placed(figure)?.at ?? null) : null;
    });
  }

  // ── Scenes ───────────────────────────────────────────────────────────────────────────────────

  #sceneOf(one: News): Scene[] {
    if (isRolling(one)) return [this.#launching(one, false)];
    const { last, target } = one;
    if (target.kind === 'step')
      return [{ last, lasts: STEP * target.way.length, begin: () => this.#walk(target) }];
    const lasts = LASTS[target.kind];
    return lasts ? [{ last, lasts, begin: () => this.#act(target) }] : [];
  }

  /** Its pictures are asked for at once, and wanted when its turn comes. */
  #launching(rolling: Rolling, isAgain: boolean): Scene {
    const { keepsake } = rolling;
    const pictures =
      keepsake === null
        ? Promise.resolve(null)
        : this.keepsake(keepsake).then(picturesIn).catch(() => null);
    return { last: rolling.last, lasts: 0, begin: () => undefined, rolling, pictures, isAgain };
  }

  #act(target: Target): void {
    if (SHOWN.includes(target.kind)) this.shown = target as Shown;
    switch (target.kind) {
      case 'rise':
        this.#fallen.delete(target.figure);
        this.#move(target.figure, [ISLAND.spaces[target.space.number]!.at], 'walk');
        break;
      case 'board':
        this.#move(target.figure, [aloft(HELIPAD.at)], 'fly');
        break;
      case 'map':
        this.#move(target.figure, [ISLAND.spaces[target.space.number]!.at], 'fly');
        break;
      case 'die':
        if (target.words === 'goes')
          this.#move(target.figure, [ISLAND.spaces[target.space.number]!.at], 'fly');
        break;
      case 'heading':
        this.#turn('', vulkarWay(target.number));
        break;
      case 'tree':
        this.#turn(target.tree!, treeWay(TREE[target.tree!]!, target.number));
    }
  }

  #walk({ figure, way, finds }: Extract<Target, { kind: 'step' }>): void {
    const others = this.view.figures.filter((one) => one.figure !== figure);
    const isTaken = (number: number): boolean => others.some(({ space }) => space?.number === number);
    const over = way.map(({ number }, n) => n < way.length - 1 && isTaken(number));
    this.#move(figure, way.map(({ number }) => ISLAND.spaces[number]!.at), 'walk', over);
    if (finds.some((thing) => thing.endsWith('token')) && this.view.game === 'standard')
      for (const { number, kind } of way) if (kind === 'treasure' && !isTaken(number)) this.taken.add(number);
  }

  #move(figure: number, to: Point[], how: Mover['how'], over: boolean[] = []): void {
    const from = this.placed(figure)?.at ?? aloft(HELIPAD.at);
    const mover = { way: [from, ...to], over: [false, ...over], how, began: this.moment, lasts: this.#scene!.lasts };
    this.#moving.set(figure, mover);
    this.#facing[figure] = facingOn(mover.way, mover.way.length - 2) ?? this.#faces(figure);
  }

  #turn(tree: string, to: number): void {
    const from = this.way(tree || null);
    const around = ((((to - from) % 360) + 540) % 360) - 180;
    const turning = { from, to: from + around, began: this.moment, lasts: this.#scene!.lasts };
    this.#turning.set(tree, turning);
  }

  #faces(figure: number): number {
    return this.#facing[figure] ?? -90;
  }

  #underWay({ way, over, how, began, lasts }: Mover, figure: number): Placed {
    const part = Math.min(1, (this.moment - began) / (lasts || 1));
    const exact = part * (way.length - 1);
    const leg = Math.min(way.length - 2, Math.floor(exact));
    const [from, to] = [way[leg]!, way[leg + 1]!];
    const t = exact - leg;
    const [x, y, z] = between(from, to, how === 'fly' ? cubicInOut(t) : t);
    const hop = how === 'fly' ? FLIGHT : over[leg] || over[leg + 1] ? HOP : 4;
    const facing = facingOn(way, leg) ?? this.#faces(figure);
    return { at: [x, y, z + hop * Math.sin(Math.PI * t)], turn: UPRIGHT, facing, isDown: false };
  }

  /** All is as the view says. */
  #settle(): void {
    this.view = this.#wanted;
    this.seen = null;
    this.#moving.clear();
    this.#turning.clear();
    this.taken.clear();
    for (const { figure, posture } of this.view.figures)
      if (posture !== 'lying' && posture !== 'swept') this.#fallen.delete(figure);
  }

  #atRest(figure: FigureView, facing: number): Placed | null {
    const { posture, space } = figure;
    const fallen = this.#fallen.get(figure.figure);
    if (fallen) return fallen;
    if (!space || posture === 'waiting' || posture === 'aboard' || posture === 'off') return null;
    const { at } = ISLAND.spaces[space.number]!;
    if (posture === 'standing') return { at, turn: UPRIGHT, facing, isDown: false };
    return { at: posture === 'lying' ? at : washedUp(figure), turn: tipped(1), facing, isDown: true };
  }
}

const HEADINGS = [
  'east', 'north-east', 'north', 'north-west', 'west', 'south-west', 'south', 'south-east',
];

/** Vul-Kar's heading as a number: 0 is east, and it goes on counterclockwise. */
export function headingNumber(name: string): number {
  return HEADINGS.indexOf(name);
}

/** Which way one faces on a leg of a way; null where it leads straight up. */
function facingOn(way: Point[], leg: number): number | null {
  const [[x, y], [toX, toY]] = [way[leg]!, way[leg + 1]!];
  if (Math.hypot(toX - x, toY - y) < 1) return null;
  return (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
}

function aloft([x, y, z]: Point): Point {
  return [x, y, z + FLIGHT];
}

/** At the end of the stream that carried a figure off; who fell from the ladder, at its foot. */
function washedUp({ figure, space, rises_at }: FigureView): Point {
  let lane = ISLAND.lanes[ISLAND.spaces[space!.number]!.lane ?? 0]!;
  while (lane.end === null) lane = ISLAND.lanes[lane.next[0]!]!;
  const end = ISLAND.ends[lane.end]!;
  const foot = rises_at && rises_at.number !== end.space ? ISLAND.spaces[rises_at.number]!.at : end.at;
  return [foot[0] + 9 * figure - 14, foot[1] - 14, foot[2]];
}
