/** The rounds of the battle that was told last: who has no card left is not asked any more. */
import type { LogLine } from '../../lib/types';
import type { BattleCard, Target } from './view';

export function roundsIn(log: LogLine[]): BattleCard[][] {
  const rounds: BattleCard[][] = [];
  for (const card of lastBattle(log)) {
    const round = rounds.at(-1);
    if (round && round.length < 2 && round[0]!.seat !== card.seat) round.push(card);
    else rounds.push([card]);
  }
  return rounds;
}

function lastBattle(log: LogLine[]): BattleCard[] {
  const cards: BattleCard[] = [];
  for (const line of log.toReversed()) {
    const target = line.target as Target | null;
    if (target?.kind !== 'battle') break;
    cards.unshift(target);
  }
  return cards;
}
