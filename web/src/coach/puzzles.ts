/** What is told of an answer to a puzzle. */
import { t } from '../lib/speech.svelte';
import type { Measure, PuzzleAnswer } from '../lib/types';
import { withMargin } from './words';

const MOST = 0.75; // of the tries: then a level finds it

/** What the answer cost; where it was right or could not be weighed, how far the best is ahead. */
export function because(answer: PuzzleAnswer, measure: Measure | null): string {
  if (answer.lost) {
    const chances = withMargin(answer.lost, 'chances', measure);
    if (answer.unit === 'chances' || !answer.cost)
      return t('Your answer costs {amount}.', { amount: chances });
    const points = withMargin(answer.cost, answer.unit, measure);
    return t('Your answer costs {points}, or {chances}.', { points, chances });
  }
  const percent = (100 * answer.margin).toFixed(0);
  return t('It is {percent}% of the outlook ahead of every other move.', { percent });
}

/** Which bots find it. */
export function levelsThatFind({ found_by }: PuzzleAnswer): string {
  const finders = found_by.flatMap((share, n) => (share >= MOST ? [n + 1] : []));
  if (!finders.length) return t('No level of the bots finds it every time.');
  return t('Bots that find it: level {levels}.', { levels: finders.join(', ') });
}
