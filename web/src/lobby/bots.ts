import type { NewSeat } from '../lib/api';
import type { GameCard } from '../lib/types';

/** A bot that can be chosen, in a word for a list to choose from. */
export type Bot = `bot ${number}` | `program ${string}`;

/** The five levels, and the programs of whoever runs the server. */
export function botsOf(game: GameCard): { word: Bot; says: string }[] {
  const levels = game.levels.map(({ level, says }): { word: Bot; says: string } => {
    return { word: `bot ${level}`, says: `${level}: ${says}` };
  });
  const programs = game.programs.map((name): { word: Bot; says: string } => {
    return { word: `program ${name}`, says: name };
  });
  return [...levels, ...programs];
}

export function seatOf(bot: Bot): NewSeat {
  const name = bot.slice(bot.indexOf(' ') + 1);
  return bot.startsWith('bot ') ? { kind: 'bot', level: Number(name) } : { kind: 'program', name };
}
