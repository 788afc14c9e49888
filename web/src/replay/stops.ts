import { inFull } from '../lib/log';
import type { LogLine, Moment, Replay } from '../lib/types';
import { t } from '../lib/speech.svelte';

/** A place on the timeline: the table after so many moves, and what was told of the last ones. */
export interface Stop {
  after: number;
  seat: number | null;
  says: string;
  points: number[];
  target: object | null; // the thing on the board that it was about
  parts: LogLine[]; // of a happening, which is one stop
}

/** From the table as it was laid out; a move that was told in several lines is one stop. */
export function stopsOf(replay: Replay): Stop[] {
  const stops = [layout(replay)];
  for (const moment of replay.moments) {
    const [last, stop] = [stops.at(-1)!, stopAfter(moment)];
    if (last.after === stop.after) stops[stops.length - 1] = joined(last, stop);
    else stops.push(stop);
  }
  return stops;
}

function layout(replay: Replay): Stop {
  const says = t('The table is set up.');
  return { after: 0, seat: null, says, points: replay.start, target: null, parts: [] };
}

function stopAfter(moment: Moment): Stop {
  const { last, seat, points, parts } = moment;
  const target = moment.target ?? (parts.length === 1 ? parts[0]!.target : null);
  return { after: last + 1, seat, says: inFull(moment), points, target, parts };
}

/** The move itself is told last. */
function joined(before: Stop, stop: Stop): Stop {
  return { ...stop, says: `${before.says} ${stop.says}` };
}

/** Where those moves were told; a stop may tell several, as cards that others draw unseen. */
export function stopAt(stops: Stop[], moves: number): number {
  const found = stops.findIndex((stop) => stop.after >= moves);
  return found < 0 ? stops.length - 1 : found;
}
