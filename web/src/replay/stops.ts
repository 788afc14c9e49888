import type { LogLine, Moment, Replay } from '../lib/types';

/** A place on the timeline: the table after so many moves, and what was told of the last one. */
export interface Stop {
  after: number;
  seat: number | null;
  says: string;
  points: number[];
  target: object | null; // the thing on the board that it was about
}

/** From the table as it was laid out; a move that was told in several lines is one stop. */
export function stopsOf(replay: Replay, log: LogLine[]): Stop[] {
  const targets = new Map(log.map((line) => [line.number, line.target]));
  const stops = [layout(replay)];
  for (const moment of replay.moments) {
    const last = stops.at(-1)!;
    if (last.after === moment.number + 1) last.says += ` ${moment.says}`;
    else stops.push(stopAfter(moment, targets.get(moment.number) ?? null));
  }
  return stops;
}

function layout(replay: Replay): Stop {
  const says = 'The table is laid out.';
  return { after: 0, seat: null, says, points: replay.start, target: null };
}

function stopAfter({ number, seat, says, points }: Moment, target: object | null): Stop {
  return { after: number + 1, seat, says, points, target };
}

/** Where those moves were told; a stop may tell several, as cards that others draw unseen. */
export function stopAt(stops: Stop[], moves: number): number {
  const found = stops.findIndex((stop) => stop.after >= moves);
  return found < 0 ? stops.length - 1 : found;
}
