/** What the log tells of launches: the marbles of one action, and what was kept of them. */
import type { LogLine } from '../../lib/types';
import { ISLAND, TREE } from './island';
import type { Roll, Target } from './view';

/** The marbles of one action, as the log tells of them. */
export interface Rolling {
  number: number; // of the first line; `Stage.again` is asked by it
  last: number;
  keepsake: number | null; // the number of what was kept of it
  isByOdds: boolean; // the experiment failed, or this was no experiment
  rolls: Roll[];
}

/** The lines that are no happenings, in which there may be others. */
export function* single(log: LogLine[]): Generator<LogLine> {
  for (const line of log) {
    if (line.parts.length) yield* single(line.parts);
    else yield line;
  }
}

export function lastOf(log: LogLine[]): number {
  return log.at(-1)?.last ?? -1;
}

/** One thing that was done. */
export interface Deed {
  last: number;
  target: Target;
}

export type News = Deed | Rolling;

/** What is new, one after another; the marbles of an action are one thing. */
export function newsIn(log: LogLine[], told: number): News[] {
  const news: News[] = [];
  for (const line of single(log)) {
    if (line.number <= told || !line.target) continue;
    const target = line.target as Target;
    if (target.kind === 'run') addRoll(news, line, target);
    else news.push({ last: line.last, target });
  }
  return news;
}

function addRoll(news: News[], line: LogLine, roll: Roll): void {
  const before = news.at(-1);
  const isBegun = line.keepsake !== null || line.by_odds;
  if (isBegun || !before || !isRolling(before)) {
    const { number, last, keepsake, by_odds } = line;
    news.push({ number, last, keepsake, isByOdds: by_odds, rolls: [roll] });
  } else {
    before.rolls.push(roll);
    before.last = line.last;
  }
}

export function isRolling(one: News): one is Rolling {
  return 'rolls' in one;
}

/** All launches of a match so far. */
export function rollingsIn(log: LogLine[]): Rolling[] {
  return newsIn(log, -1).filter(isRolling);
}

/** How Vul-Kar and the trees were turned when that line was told. */
export function headingsAt(
  log: LogLine[],
  number: number,
): { heading: number; trees: Record<string, number> } {
  const trees = Object.fromEntries(Object.keys(TREE).map((tree) => [tree, 0]));
  let heading = ISLAND.vulkar.first;
  for (const line of single(log)) {
    const target = line.target as Target | null;
    if (line.number >= number || !target) continue;
    if (target.kind === 'heading') heading = target.number;
    if (target.kind === 'tree') trees[target.tree!] = target.number;
  }
  return { heading, trees };
}
