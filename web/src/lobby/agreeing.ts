/** What is agreed on before a match: choices, some of which limit the seats, and numbers. */
import type { GameCard, OptionView } from '../lib/types';
import { listed, listedOr } from '../lib/words';
import { t, tn } from '../lib/speech.svelte';

/** What was chosen, by the name of the option; what is missing is as usual. */
export type Chosen = Record<string, string>;

export const choicesOf = (game: GameCard): OptionView[] =>
  game.options.filter((option) => !option.numbers);
export const numbersOf = (game: GameCard): OptionView[] =>
  game.options.filter((option) => option.numbers);

/** The choice that is taken, or the usual one. */
export function choiceOf(option: OptionView, chosen: Chosen): OptionView['choices'][number] {
  return option.choices.find(({ name }) => name === chosen[option.name]) ?? option.choices[0]!;
}

/** How many can play by what was chosen. */
export function possibleSeats(game: GameCard, chosen: Chosen = {}): number[] {
  return game.seats.filter((count) => !forbidding(game, chosen, count).length);
}

/** The choices by which so many cannot play. */
function forbidding(game: GameCard, chosen: Chosen, count: number): string[] {
  return choicesOf(game)
    .map((option) => choiceOf(option, chosen))
    .filter(({ seats }) => seats !== null && !seats.includes(count))
    .map(({ called }) => called);
}

/** Not with teams; nothing if so many can play. */
export function whyNot(game: GameCard, chosen: Chosen, count: number): string {
  const names = forbidding(game, chosen, count);
  return names.length ? t('not with {names}', { names: listed(names) }) : '';
}

/** As many as wanted, or as near as can be. */
export function nearestOf(possible: number[], wanted: number): number {
  const far = (count: number): number => Math.abs(count - wanted);
  return possible.toSorted((a, b) => far(a) - far(b))[0] ?? wanted;
}

/** What the seats are limited by, in sentences. */
export function limits(game: GameCard, chosen: Chosen): string[] {
  return choicesOf(game).flatMap((option) => {
    const { called, seats } = choiceOf(option, chosen);
    const isLimit = seats !== null && game.seats.some((count) => !seats.includes(count));
    return isLimit ? [t('With {name}: {range} players.', { name: called, range: rangeOf(seats) })] : [];
  });
}

/** 4, 6 or 8; 2 to 8 */
function rangeOf(seats: number[]): string {
  const [first, last] = [seats[0]!, seats.at(-1)!];
  const isWhole = seats.length > 2 && last - first === seats.length - 1;
  return isWhole ? t('{first} to {last}', { first, last }) : listedOr(seats.map(String));
}

/** What differs from the usual, as it is sent: numbers as a text, "5,4,3". */
export function changed(game: GameCard, chosen: Chosen): Chosen {
  const known = game.options.filter(({ name }) => name in chosen);
  const others = known.filter((option) => chosen[option.name] !== usual(option));
  return Object.fromEntries(others.map(({ name }) => [name, chosen[name]!]));
}

/** Why an option changes nothing as things are; nothing where it may have an effect. */
export function whyIdle(game: GameCard, option: OptionView, chosen: Chosen, seats: number): string {
  for (const [name, wanted] of Object.entries(option.only_with)) {
    const other = game.options.find((one) => one.name === name)!;
    const { name: now, called } = choiceOf(other, chosen);
    if (!wanted.includes(now)) return t('no effect with {name}', { name: called });
  }
  if (option.only_seats && !option.only_seats.includes(seats))
    return tn('no effect with {count} player', 'no effect with {count} players', seats);
  return '';
}

/** The variant that is chosen, if what was chosen is one of those with a name. */
export function variantOf(game: GameCard, chosen: Chosen): GameCard['variants'][number] | null {
  const text = (options: Chosen): string => JSON.stringify(Object.entries(options).toSorted());
  const now = text(changed(game, chosen));
  return game.variants.find(({ options }) => text(changed(game, options)) === now) ?? null;
}

/** Something that is not as usual, in words. */
export interface Agreed {
  name: string;
  says: string;
  now: string;
  usual: string; // nothing where the choice is a sentence
  idle: string; // why it changes nothing, if that is so
}

/** Everything that is not as usual, at a table of so many seats if that is known. */
export function agreedOn(game: GameCard, chosen: Chosen, seats?: number): Agreed[] {
  const others = changed(game, chosen);
  return game.options
    .filter(({ name }) => name in others)
    .map((option) => ({
      name: option.name,
      says: withoutStop(option.says),
      now: option.numbers ? spaced(others[option.name]!) : withoutStop(choiceOf(option, others).says),
      usual: option.numbers ? spaced(usual(option)) : '',
      idle: seats === undefined ? '' : whyIdle(game, option, chosen, seats),
    }));
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
const spaced = (numbers: string): string => numbers.replaceAll(',', ', ');

export function usual({ choices, numbers }: OptionView): string {
  return numbers ? numbers.values.join(',') : choices[0]!.name;
}
