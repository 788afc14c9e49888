/** The puzzles that somebody without a name has tried, as long as the tab is open. */

type Tries = Record<string, boolean>;

const nameOf = (game: string): string => `puzzles of ${game}`;

export function triesOf(game: string): Tries {
  return JSON.parse(sessionStorage.getItem(nameOf(game)) ?? '{}') as Tries;
}

export function noteTry(game: string, puzzle: string, isRight: boolean): void {
  sessionStorage.setItem(nameOf(game), JSON.stringify({ [puzzle]: isRight, ...triesOf(game) }));
}

export function forgetTries(game: string): void {
  sessionStorage.removeItem(nameOf(game));
}
