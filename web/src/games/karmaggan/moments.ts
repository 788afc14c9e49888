/**
 * What the Temple does to one raider, or in its middle, is a moment of its own: the ram, the piston,
 * the flash, and the leap that the flash brings. A moment is drawn as it is after a part of its time,
 * from 0 to 1, and knows no other clock.
 */
import { degrees, RINGS, SECTORS, type Point, type Spot } from './geometry';
import type { RingView, Target } from './view';

export type Moment =
  | { kind: 'ram'; seat: number }
  | { kind: 'piston'; hit: number[] }
  | { kind: 'flash'; seat: number }
  | { kind: 'leap'; from: Spot; to: Spot };

/** When a moment strikes, as a part of its time. */
export const STRIKES: Record<Moment['kind'], number> = {
  ram: 0.42,
  piston: 0.36,
  flash: 0.3,
  leap: 0.45,
};

/** The moment that a temple card brings; most cards bring none. */
export function momentOf(target: Extract<Target, { kind: 'uncover' }>): Moment | null {
  switch (target.card) {
    case 'battering ram':
      return { kind: 'ram', seat: target.seat };
    case 'piston':
      return { kind: 'piston', hit: target.hit };
    case 'iris flash':
      return { kind: 'flash', seat: target.seat };
    default:
      return null;
  }
}

/** How much of a part of a moment is over: 0 before it begins, 1 when it has ended. */
export function part(time: number, begin: number, end: number): number {
  return Math.min(1, Math.max(0, (time - begin) / (end - begin)));
}

/** Slowly, and then fast. */
export const rush = (t: number): number => t * t * t;
/** Fast, and then slowly. */
export const calm = (t: number): number => 1 - (1 - t) ** 3;

/** How much darker it is around a moment, so that the moment is seen. */
export const dusk = (time: number): number => part(time, 0, 0.16) * (1 - part(time, 0.84, 1));

/** How far out the tip of the ram is, on its way from the wall to whom it hits and back again. */
export function reachOfRam(time: number, wall: number, goal: number): number {
  if (time < STRIKES.ram) {
    const back = 10 * Math.sin(Math.PI * part(time, 0, 0.26)); // it draws back first
    return wall - back + (goal - wall) * rush(part(time, 0.26, STRIKES.ram));
  }
  return goal - (goal - wall + 40) * calm(part(time, 0.6, 1));
}

const ARC = 60; // how high the Egg flies in the middle of its way

/** Where the Egg is on its way from hands to hands: in an arc, and it has turned over once. */
export function flightOfEgg(time: number, from: Point, to: Point): Point & { turn: number } {
  const along = (a: number, b: number): number => a + (b - a) * time;
  const lift = 4 * ARC * time * (1 - time);
  return { x: along(from.x, to.x), y: along(from.y, to.y) - lift, turn: 360 * time };
}

/** Something between two angles, from one distance to another. */
export interface Lit {
  ring: string;
  from: number;
  to: number;
  begin: number;
  end: number;
}

type Span = [begin: number, end: number];

/** Where light from the middle falls: out through every gap, as far as gaps lie behind gaps. */
export function lightFrom(rings: RingView[], turned: (ring: string) => number): Lit[] {
  const lit: Lit[] = [];
  let spans: Span[] = [[0, 360]];
  for (const [name, next] of [
    ['Central', 'Inner'],
    ['Inner', 'Middle'],
    ['Middle', 'Outer'],
  ] as const) {
    const ring = rings.find((one) => one.ring === name);
    spans = ring ? common(spans, gapsOf(ring, turned(name))) : [];
    const { from, to } = RINGS[next]!;
    lit.push(...spans.map(([begin, end]) => ({ ring: next, from: from - 19, to, begin, end })));
  }
  return lit;
}

/** The gaps of a ring's wall, as it stands now; one that lies across twelve o'clock is two. */
function gapsOf({ wall }: RingView, turned: number): Span[] {
  const step = 360 / wall.length;
  const ahead = degrees(((turned % SECTORS) + SECTORS) % SECTORS);
  return Array.from(wall, (mark, n): Span[] => {
    if (mark !== '.') return [];
    const begin = (n * step + ahead) % 360;
    const end = begin + step;
    return end <= 360 ? [[begin, end]] : [[begin, 360], [0, end - 360]];
  }).flat();
}

function common(some: Span[], others: Span[]): Span[] {
  return some.flatMap(([a, b]) =>
    others
      .map(([c, d]): Span => [Math.max(a, c), Math.min(b, d)])
      .filter(([begin, end]) => end - begin > 0.1),
  );
}
