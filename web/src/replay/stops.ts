import type { Moment, Replay, Sight } from '../lib/types';

/** A place on the timeline: the table after so many moves, and what was told of the last one. */
export interface Stop {
  after: number;
  seat: number | null;
  says: string;
  points: number[];
}

/** From the table as it was laid out; a move that was told in several lines is one stop. */
export function stopsOf(replay: Replay, start: Sight): Stop[] {
  const stops: Stop[] = [
    { after: 0, seat: null, says: 'The table is laid out.', points: start.points },
  ];
  for (const moment of replay.moments) {
    const last = stops.at(-1)!;
    if (last.after === moment.number + 1) last.says += ` ${moment.says}`;
    else stops.push(stopAfter(moment));
  }
  return stops;
}

function stopAfter({ number, seat, says, points }: Moment): Stop {
  return { after: number + 1, seat, says, points };
}

/** The last stop of a match that had so many moves by then. */
export function stopAt(stops: Stop[], moves: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => stop.after <= moves),
  );
}
