/**
 * What is seen of a table: it lags behind what is so, until what happened meanwhile has been shown.
 * News of the log are scenes, one after another; at the end the Temple stands as the view says.
 */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { cubicInOut, linear } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import type { LogLine } from '../../lib/types';
import { unlessStill } from '../targets/motion';
import { nearest, spotOf, type Spot } from './geometry';
import { momentOf, STRIKES, type Moment } from './moments';
import type { BattleCard, KarmagganView, Space, Swept, Target } from './view';

const MANY = 60; // news; more are not shown one by one
const LONGEST = 3600; // milliseconds for all that is waiting to be shown
const MOMENT = 2200; // for the ram, the piston, the flash

const LASTS: Partial<Record<Target['kind'], number>> = {
  step: 300,
  put: 700,
  start: 500,
  exit: 700,
  dice: 750,
  die: 750,
  uncover: 1300,
  sectors: 1500,
  damage: 850,
  taste: 800,
  count: 700,
  play: 900,
  show: 700,
  throw: 900,
  hand: 600,
  take: 600,
  battle: 1700,
  fight: 500,
};

export interface Mover {
  spot: Spot;
  how: 'step' | 'fly' | 'at once';
}

/** A trap that goes off. */
export interface Shot {
  trap: string;
  lines: Swept[];
}

/** Something that is shown for a moment, above the Temple. */
export type Shown = Extract<
  Target,
  { kind: 'dice' | 'die' | 'uncover' | 'damage' | 'taste' | 'count' | 'play' | 'show' | 'sectors' }
>;

export class Stage {
  view = $state.raw<KarmagganView>() as KarmagganView; // as it is seen
  movers = new SvelteMap<number, Mover>();
  shot = $state.raw<Shot | null>(null);
  struck = $state.raw<number[]>([]); // pieces that are hurt
  shown = $state.raw<Shown | null>(null);
  revealed = $state.raw<BattleCard[]>([]); // the cards of a round
  thrown = $state.raw<{ from: number; to: number } | null>(null); // the Egg, from seat to seat
  moment = $state.raw<Moment | null>(null); // the ram, the piston, the flash
  isBusy = $state(false);

  #turned: Record<string, Tween<number>> = {};
  #time = new Tween(0, { easing: linear }); // of the moment
  #told = -1; // the last number of the log that was shown, or will be
  #wanted: KarmagganView;
  #waiting: Target[][] = []; // scenes
  #isSkipped = false;
  #isGone = false;
  #wake: (() => void) | null = null;

  constructor(view: KarmagganView, log: LogLine[]) {
    this.#wanted = view;
    for (const ring of view.rings) this.#turned[ring.ring] = new Tween(ring.turned);
    this.#settle(view);
    this.#told = lastOf(log);
  }

  /** How far a ring is turned, in sectors. */
  turned = (ring: string): number => this.#turned[ring]?.current ?? 0;

  /** How much of the moment, or of the Egg's flight, is over: from 0 to 1. */
  get time(): number {
    return this.#time.current;
  }

  /** The table has changed. */
  show(view: KarmagganView, log: LogLine[]): void {
    if (view === this.#wanted) return;
    this.#wanted = view;
    const news = newsIn(log, this.#told);
    const isBack = lastOf(log) < this.#told;
    this.#told = lastOf(log);
    if (isBack || news.length > MANY || !unlessStill(1) || document.hidden) {
      this.#waiting = [];
      if (this.isBusy) this.skip();
      else this.#settle(view);
      return;
    }
    this.#waiting.push(...scenesOf(news));
    if (!this.isBusy) void this.#play();
  }

  /** Who does not want to wait sees how it ends. */
  skip(): void {
    this.#isSkipped = true;
    this.#waiting = [];
    this.#wake?.();
  }

  /** The board is left: nothing goes on behind it. */
  leave(): void {
    this.#isGone = true;
    this.skip();
  }

  async #play(): Promise<void> {
    this.isBusy = true;
    this.#isSkipped = false;
    while (this.#waiting.length) {
      const all = this.#waiting.reduce((sum, scene) => sum + lasts(scene), 0);
      const scene = this.#waiting.shift()!;
      await this.#act(scene, Math.min(1, LONGEST / all));
      this.shot = this.shown = this.thrown = this.moment = null;
      this.struck = this.revealed = [];
    }
    if (this.#isGone) return;
    this.#settle(this.#wanted);
    this.isBusy = false;
  }

  async #act(scene: Target[], speed: number): Promise<void> {
    const target = scene[0]!;
    const time = unlessStill(lasts(scene) * speed);
    switch (target.kind) {
      case 'step':
        this.#move(target.piece, target.space, 'step');
        break;
      case 'put':
        if (target.piece === null) break;
        if (target.words.startsWith('flash')) return this.#leap(target.piece, target.space, time);
        this.#move(target.piece, target.space, 'fly');
        break;
      case 'start':
        this.#move(target.seat, target.space, 'fly');
        break;
      case 'exit':
        this.#move(target.raider, target.space, 'fly');
        break;
      case 'sectors':
        this.shown = target;
        await this.#turn(target.ring, target.way === 'clockwise' ? target.number : -target.number, time);
        return;
      case 'uncover':
        this.shown = target;
        this.moment = momentOf(target);
        if (this.moment)
          return this.#last(this.moment.kind, time, () => {
            this.struck = this.moment?.kind === 'ram' ? [target.seat] : target.hit;
          });
        if (target.lines.length) this.shot = { trap: target.card, lines: target.lines };
        this.struck = target.hit;
        break;
      case 'damage':
        this.shown = target;
        this.struck = target.coins ? [target.seat] : [];
        break;
      case 'throw':
        return this.#pass(target.giver, target.other, time);
      case 'hand':
        return this.#pass(target.seat, target.other, time);
      case 'take':
        if (target.other !== null) return this.#pass(target.other, target.seat, time);
        break;
      case 'battle':
        this.revealed = scene as BattleCard[];
        break;
      case 'dice':
      case 'die':
      case 'taste':
      case 'count':
      case 'play':
      case 'show':
        this.shown = target;
    }
    await this.#wait(time);
  }

  #move(piece: number, space: Space, how: Mover['how']): void {
    this.movers.set(piece, { spot: spotOf(space, this.view.gates), how });
  }

  /** By a flash: gone here and there at once. */
  #leap(piece: number, space: Space, time: number): Promise<void> {
    const from = this.movers.get(piece)?.spot;
    const to = spotOf(space, this.view.gates);
    if (from) this.moment = { kind: 'leap', from, to };
    return this.#last('leap', time, () => this.#move(piece, space, 'at once'));
  }

  /** The Egg flies from seat to seat. */
  #pass(from: number, to: number, time: number): Promise<void> {
    this.thrown = { from, to };
    this.#begin(time);
    return this.#wait(time);
  }

  #begin(time: number): void {
    void this.#time.set(0, { duration: 0 });
    void this.#time.set(1, { duration: time });
  }

  /** A moment goes on for its time; when it strikes, something is done. */
  async #last(kind: Moment['kind'], time: number, strike: () => void): Promise<void> {
    this.#begin(time);
    await this.#wait(STRIKES[kind] * time);
    strike();
    if (!this.#isSkipped) await this.#wait((1 - STRIKES[kind]) * time);
  }

  async #turn(ring: string, by: number, time: number): Promise<void> {
    const tween = this.#turned[ring]!;
    const goal = Math.round(tween.target + by);
    void tween.set(goal, { duration: time, easing: cubicInOut });
    await this.#wait(time + unlessStill(150));
    if (this.#isSkipped) void tween.set(goal, { duration: 0 });
  }

  /** So long, unless somebody is impatient. */
  #wait(time: number): Promise<void> {
    if (!time) return Promise.resolve();
    return new Promise((resolve) => {
      const later = setTimeout(() => this.#wake?.(), time);
      this.#wake = () => {
        clearTimeout(later);
        this.#wake = null;
        resolve();
      };
    });
  }

  /** All is as the view says: what was not shown moves there straight. */
  #settle(view: KarmagganView): void {
    const isFirst = untrack(() => !this.view);
    this.view = view;
    for (const { ring, turned } of view.rings) {
      const tween = this.#turned[ring]!;
      const goal = nearest(turned, tween.target);
      if (goal !== tween.target)
        void tween.set(goal, { duration: isFirst ? 0 : unlessStill(500), easing: cubicInOut });
    }
    for (const piece of [...this.movers.keys()])
      if (!view.pieces.some((one) => one.piece === piece)) this.movers.delete(piece);
    for (const { piece, space } of view.pieces)
      this.#move(piece, space, isFirst ? 'at once' : 'step');
  }
}

function lasts(scene: Target[]): number {
  const [target] = scene;
  if (target?.kind === 'sectors') return 500 + 220 * target.number;
  if (target?.kind === 'uncover' && momentOf(target)) return MOMENT;
  return LASTS[target!.kind] ?? 0;
}

/** The lines that are no happenings, in which there may be others. */
function* single(log: LogLine[]): Generator<LogLine> {
  for (const line of log) {
    if (line.parts.length) yield* single(line.parts);
    else yield line;
  }
}

function newsIn(log: LogLine[], told: number): Target[] {
  const lines = [...single(log)].filter((line) => line.number > told && line.target);
  return lines.map((line) => line.target as Target);
}

function lastOf(log: LogLine[]): number {
  return log.at(-1)?.last ?? -1;
}

/** What both sides of a battle show belongs together. */
function scenesOf(news: Target[]): Target[][] {
  const scenes: Target[][] = [];
  for (const target of news) {
    if (!LASTS[target.kind]) continue;
    const last = scenes.at(-1);
    const isAnswer =
      target.kind === 'battle' &&
      last?.length === 1 &&
      last[0]!.kind === 'battle' &&
      last[0].seat !== target.seat;
    if (isAnswer) last.push(target);
    else scenes.push([target]);
  }
  return scenes;
}
