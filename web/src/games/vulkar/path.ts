/** A launch of which there are no pictures: its marbles along their lanes, as the log tells it. */
import { alongWay, ISLAND, LANE, PIT, SPACE, type Lane, type Point } from './island';
import { EMBER, FIGURES, UPRIGHT, type Fall, type Pictures, type Pose, type Turn } from './pictures';
import type { Roll } from './view';

const SPEED = 420; // millimetres a second
const BETWEEN = 0.35; // seconds from one fireball to the next
const AFTERMATH = 0.6;
const FALLING = 0.35;
const OVERBOARD = 70; // millimetres that a marble is seen beyond the rim

/** A marble on its way: when it starts, and the line that it rolls along. */
interface Track {
  marble: number;
  start: number;
  way: Point[];
  length: number;
}

/** Where the figures stand that are on the island; by figure. */
export type Standing = (Point | null)[];

export class Path implements Pictures {
  readonly seconds: number;
  readonly falls: Fall[] = [];
  readonly frames: number;
  #tracks: Track[] = [];

  constructor(
    rolls: Roll[],
    private readonly standing: Standing,
  ) {
    for (const [number, run] of runsOf(rolls).entries()) this.#add(run, number);
    const ends = this.#tracks.map(({ start, length }) => start + length / SPEED);
    this.seconds = Math.max(0, ...ends) + AFTERMATH;
    this.frames = Math.ceil(this.seconds * 30);
    this.falls.sort((one, other) => one.time - other.time);
  }

  marble(number: number, time: number): Point | null {
    const track = this.#tracks.find(({ marble }) => marble === number);
    if (!track || time < track.start) return null;
    const far = (time - track.start) * SPEED;
    if (far > track.length) return null;
    const [x, y, z] = alongWay(track.way, far);
    return [x, y, z + ISLAND.radius[number]!];
  }

  figure(number: number, time: number): Pose | null {
    const at = this.standing[number];
    if (number >= FIGURES || !at) return null;
    const fall = this.falls.find(({ figure }) => figure === number);
    const part = fall ? Math.min(1, Math.max(0, (time - fall.time) / FALLING)) : 0;
    return { at, turn: part ? tipped(part) : UPRIGHT };
  }

  deck(number: number, time: number): number {
    const space = ISLAND.decks[number]!.space;
    const figure = this.standing.findIndex((at) => at && isSame(at, ISLAND.spaces[space]!.at));
    const fall = this.falls.find((one) => one.figure === figure);
    return fall && time > fall.time ? Math.min(1.2, (time - fall.time) * 4) : 0;
  }

  #add(run: Roll[], number: number): void {
    const marble = run[0]!.marble === 'ember' ? EMBER : number;
    const start = marble === EMBER ? 0 : BETWEEN * number;
    const way = wayOf(run);
    this.#tracks.push({ marble, start, way, length: lengthOf(way) });
    for (const { figure, space, words } of run) {
      if (figure === null || !space || /passes/.test(words)) continue;
      const at = ISLAND.spaces[space.number]!.at;
      this.falls.push({ figure, time: start + nearestAlong(way, at) / SPEED });
    }
  }
}

/** Every marble's events: a run begins where the one before it has ended. */
function runsOf(rolls: Roll[]): Roll[][] {
  const runs: Roll[][] = [];
  let isOver = true;
  for (const roll of rolls) {
    if (isOver) runs.push([]);
    runs.at(-1)!.push(roll);
    isOver = /stays|arrives|rests|leaves/.test(roll.words);
  }
  return runs;
}

/** Out of its source, down all its lanes, and as far as it got. */
function wayOf(run: Roll[]): Point[] {
  const first = run[0]!;
  const last = run.at(-1)!;
  const source = first.pit ? PIT[first.pit]!.at : ISLAND.vulkar.at;
  const lanes = [...new Set(run.map(({ lane }) => lane))]
    .filter((lane) => lane !== null)
    .map((lane) => LANE[lane]!);
  const way = [source, ...lanes.flatMap(({ points }) => points)];
  if (!lanes.length) return aHop(source);
  if (/leaves/.test(last.words)) return [...way, beyond(lanes.at(-1)!)];
  if (!/rests/.test(last.words)) return way;
  const at = last.space ? SPACE[last.space.id]!.at : lanes.at(-1)!.points[lanes.at(-1)!.points.length >> 1]!;
  const far = nearestAlong(way, at);
  return cut(way, far);
}

/** Up, and back into the pit. */
function aHop([x, y, z]: Point): Point[] {
  return [
    [x, y, z],
    [x + 12, y, z + 6],
    [x, y, z],
  ];
}

/** Straight on where a lane ends. */
function beyond({ points }: Lane): Point {
  const [before, last] = [points.at(-2)!, points.at(-1)!];
  const angle = Math.atan2(last[1] - before[1], last[0] - before[0]);
  return [last[0] + OVERBOARD * Math.cos(angle), last[1] + OVERBOARD * Math.sin(angle), last[2] - 30];
}

function lengthOf(way: Point[]): number {
  return way.slice(1).reduce((sum, [x, y], n) => sum + Math.hypot(x - way[n]![0], y - way[n]![1]), 0);
}

/** How far along a line one is nearest to a place. */
function nearestAlong(way: Point[], [x, y]: Point): number {
  let [best, least, far] = [0, Infinity, 0];
  for (const [n, point] of way.entries()) {
    if (n) far += Math.hypot(point[0] - way[n - 1]![0], point[1] - way[n - 1]![1]);
    const gap = Math.hypot(point[0] - x, point[1] - y);
    if (gap < least) [best, least] = [far, gap];
  }
  return best;
}

/** The beginning of a line. */
function cut(way: Point[], far: number): Point[] {
  const points = [way[0]!];
  let gone = 0;
  for (const [n, point] of way.entries()) {
    if (!n) continue;
    gone += Math.hypot(point[0] - way[n - 1]![0], point[1] - way[n - 1]![1]);
    if (gone > far) break;
    points.push(point);
  }
  return points;
}

/** On its way to lying on its side. */
export function tipped(part: number): Turn {
  const half = (part * Math.PI) / 4;
  return [Math.cos(half), Math.sin(half), 0, 0];
}

function isSame(one: Point, other: Point): boolean {
  return Math.hypot(one[0] - other[0], one[1] - other[1]) < 1;
}
