/** What a seat has done in this round. The cards are drawn between two rounds. */
import type { LogLine } from '../../lib/types';
import type { CardSeatView, KarubaCardsView, Target } from './view';

export interface Round {
  sum: number; // of the two cards turned up; 0: none yet
  discarded: number | null; // one of the two, if their sum was the lowest
  isLowest: boolean; // and one of the two is still to be discarded
}

/** Of every seat. */
export function thisRound(log: LogLine[], table: KarubaCardsView): Round[] {
  const drawn = log.findLastIndex((line) => line.seat === null);
  const done = log.slice(drawn + 1).flatMap((line) => (line.target ? [line.target as Target] : []));
  const sums = table.seats.map((seat) => sumOf(turnedUp(done, table, seat)));
  const lowest = Math.min(...sums);
  return table.seats.map((seat, n) => ({
    sum: sums[n]!,
    discarded: discardOf(done, seat),
    isLowest: table.phase === 'discard' && sums[n] === lowest,
  }));
}

/**
 * The two cards of this round. Some of what makes them known is missing: the first card of an island
 * lies down by itself, and in the last round both are turned up by themselves. Some comes twice: a
 * replay tells of a card that is about to be laid.
 */
function turnedUp(done: Target[], table: KarubaCardsView, of: CardSeatView): number[] {
  if (table.phase !== 'discard' && table.phase !== 'lay') return [];
  const cards = done.flatMap((target) => {
    if (target.seat !== of.seat || target.kind === 'draw') return [];
    return target.kind === 'play' ? target.cards : [target.card];
  });
  return [...new Set([...of.played.map((card) => card.number), ...cards])];
}

function discardOf(done: Target[], of: CardSeatView): number | null {
  const card = done.find((target) => target.kind === 'discard' && target.seat === of.seat);
  const isGone = (number: number) => of.discards.some((one) => one.number === number);
  return card?.kind === 'discard' && isGone(card.card) ? card.card : null;
}

export function sumOf(cards: number[]): number {
  return cards.reduce((sum, card) => sum + card, 0);
}
