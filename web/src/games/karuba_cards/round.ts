/** What a seat has done in this round. The cards are drawn between two rounds. */
import type { LogLine } from '../../lib/types';
import type { CardSeatView, Target } from './view';

export interface Round {
  sum: number; // of the two cards turned up; 0: none yet
  discarded: number | null; // one of the two, if their sum was the lowest
}

export function thisRound(log: LogLine[], of: CardSeatView): Round {
  const drawn = log.findLastIndex((line) => line.seat === null);
  const done = log
    .slice(drawn + 1)
    .map((line) => line.target as Target | null)
    .filter((target) => target?.seat === of.seat);
  const gone = done.flatMap((target) => (target!.kind === 'play' ? [] : [target!.card]));
  const cards = [...of.played.map((card) => card.number), ...gone];
  const discard = done.find((target) => target!.kind === 'discard');
  return {
    sum: cards.reduce((sum, card) => sum + card, 0),
    discarded: discard?.kind === 'discard' ? discard.card : null,
  };
}
