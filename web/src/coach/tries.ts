/** The puzzles that somebody without a name has tried, as long as the tab is open. */
import { inTab } from '../lib/stored';

type Tries = Record<string, boolean>;

const nameOf = (game: string): string => `puzzles of ${game}`;

export function triesOf(game: string): Tries {
  return JSON.parse(inTab.get(nameOf(game)) ?? '{}') as Tries;
}

export function noteTry(game: string, puzzle: string, isRight: boolean): void {
  inTab.set(nameOf(game), JSON.stringify({ [puzzle]: isRight, ...triesOf(game) }));
}

export function forgetTries(game: string): void {
  inTab.remove(nameOf(game));
}
