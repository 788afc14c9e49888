/** What can be said at every table; the server knows only the keys. */
import { t } from '../lib/speech.svelte';
import type { TalkLine } from '../lib/types';

export type Phrase =
  | 'hello'
  | 'good luck'
  | 'nice move'
  | 'well played'
  | 'thanks'
  | 'sorry'
  | 'oops'
  | 'wow'
  | 'one moment'
  | 'take your time'
  | 'good game'
  | 'another one'
  | 'bye';

const WORDS: Record<Phrase, () => string> = {
  hello: () => t('Hello!'),
  'good luck': () => t('Good luck!'),
  'nice move': () => t('Nice move!'),
  'well played': () => t('Well played.'),
  thanks: () => t('Thanks!'),
  sorry: () => t('Sorry!'),
  oops: () => t('Oops!'),
  wow: () => t('Wow!'),
  'one moment': () => t('One moment, please.'),
  'take your time': () => t('Take your time.'),
  'good game': () => t('Good game!'),
  'another one': () => t('Another one?'),
  bye: () => t('See you!'),
};

export const PHRASES = Object.keys(WORDS) as Phrase[];

export const wordsOf = (phrase: Phrase): string => WORDS[phrase]();

/** A line as people read it. */
export function spoken({ kind, says }: TalkLine): string {
  return kind === 'phrase' && says in WORDS ? wordsOf(says as Phrase) : says;
}
