/** What stands on buttons, in short; the whole sentence is read out after it. */
import type { Target } from './view';

const DEEDS: Record<string, string> = {
  'roll two dice': 'Roll two dice',
  'roll one die': 'Roll one die',
  'roll swarm': 'Roll for the swarm',
  stop: 'End the turn',
  'pay card': 'Medallion: one more card',
  'pay spawn': 'Medallion: a spawn',
  take: 'Take the Egg',
  gain: 'A coin for me',
  enough: 'Nobody else',
  fight: 'Fight!',
  'pass meet raider': 'Pass in peace',
  'pass meet spawn': 'Pass in peace',
  pass: 'Let them pass',
  'yes card': 'Draw a card',
  'yes blood': 'Take the blood',
  'no card': 'No card',
  'no blood': 'Leave it',
  stay: 'Stay here',
  through: 'Through the roller',
  past: 'Past the roller',
  summon: 'Summon a spawn',
};
const CONCERNS: Record<string, string> = {
  hand: 'Egg to',
  throw: 'Throw Egg to',
  'target fingers': 'Rob',
  'target dagger': 'Move',
  'target carving': 'Two cards for',
  'target stone': 'A coin for',
  spoil: 'A card less for',
};

export function labelOf(target: Target, names: string[]): string {
  const words = 'words' in target ? target.words : '';
  switch (target.kind) {
    case 'hand':
    case 'throw':
    case 'target':
    case 'spoil':
      return `${CONCERNS[`${target.kind} ${words}`] ?? CONCERNS[target.kind] ?? ''} ${names[target.other]}`;
    case 'ring':
      return target.way === 'clockwise' ? '↻' : '↺';
    case 'lead':
    case 'sacrifice':
      return String(target.spawn);
    case 'battle':
      return target.card ?? 'No card';
    default:
      return DEEDS[`${target.kind} ${words}`] ?? DEEDS[target.kind] ?? target.kind;
  }
}

/** What stands before several alike. */
export function titleOf(target: Target): string {
  if (target.kind === 'lead') return 'Lead spawn';
  if (target.kind === 'sacrifice') return 'Sacrifice spawn';
  return target.kind === 'ring' ? target.ring : '';
}

/** Spaces are chosen in the Temple and cards in the hand; all else has a button. */
export function hasButton(target: Target): boolean {
  if (target.kind === 'battle') return target.card === null;
  return !['step', 'put', 'start', 'exit', 'play'].includes(target.kind);
}
