/** Tables and logs of Vul-Kar, as far as a stage looks at them. */
import { ISLAND, SPACE } from '../../../src/games/vulkar/island';
import { Recorded } from '../../../src/games/vulkar/pictures';
import type { Roll, Space, VulkarView } from '../../../src/games/vulkar/view';
import type { LogLine } from '../../../src/lib/types';

export function space(id: string): Space {
  const { name, kind, region } = SPACE[id]!;
  const number = ISLAND.spaces.indexOf(SPACE[id]!);
  return { number, id, name, kind, region: ISLAND.regions[region]!.name };
}

export function table(where: string[], more: Partial<VulkarView> = {}): VulkarView {
  return {
    game: 'standard',
    figures: where.map((place, figure) => {
      const [id, posture = 'standing'] = place.split(' ').toReversed();
      return { figure, seat: figure, posture, space: space(id!), rises_at: null, has_heart: false };
    }),
    heading: 'south',
    trees: ISLAND.trees.map(({ id }) => ({ tree: id, heading: 0 })),
    slabs: [],
    ...more,
  } as unknown as VulkarView;
}

export function line(number: number, target: object | null, more: Partial<LogLine> = {}): LogLine {
  return { number, last: number, seat: null, says: '', target, parts: [], keepsake: null, by_odds: false, kind: '', ...more };
}

export function roll(words: string, more: Partial<Roll> = {}): Roll {
  const marble = words.startsWith('ember') ? 'ember' : 'fireball';
  return { kind: 'run', words, marble, pit: null, lane: null, end: null, space: null, figure: null, seat: null, number: 1, ...more };
}

/** An ember out of Cough that fells the second figure, which stands on S1. */
export const EMBER_ROLLS: Roll[] = [
  roll('ember into', { pit: 'Cough', lane: 'Cough' }),
  roll('ember into', { pit: 'Cough', lane: 'low burn' }),
  roll('ember fells', { pit: 'Cough', lane: 'low burn', space: space('S1'), figure: 1, seat: 1 }),
  roll('ember into', { pit: 'Cough', lane: 'sulphur' }),
  roll('ember rests', { pit: 'Cough', lane: 'sulphur' }),
];

/** Those as one line of the log. */
export function happening(first: number, rolls: Roll[], more: Partial<LogLine> = {}): LogLine {
  const parts = rolls.map((target, n) => line(first + n, target, n ? {} : more));
  return { ...line(first, null), last: first + rolls.length - 1, parts };
}

/** Two seconds of pictures: an ember rolls to the west, and the second figure falls after one of them. */
export function seenRolling(): Recorded {
  const rows = new Int16Array(61 * 46).fill(0);
  for (let frame = 0; frame <= 60; frame++) {
    const row = rows.subarray(46 * frame, 46 * (frame + 1));
    row.fill(-32_000, 0, 12);
    row.set([-1000 - 20 * frame, 0, 1200], 12);
    for (const figure of [0, 1, 2, 3]) row.set([15_000, 0, -5000, 10_000, 0, 0, 0], 15 + 7 * figure);
    const lies = frame >= 30;
    row.set([-2400, 50, 927, lies ? 7071 : 10_000, lies ? 7072 : 0, 0, 0], 22);
  }
  return new Recorded(rows);
}
