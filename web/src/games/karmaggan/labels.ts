/** What stands on buttons, in short; the whole sentence is read out after it. */
import type { Target } from './view';
import { t } from '../../lib/speech.svelte';
import { said } from './said';

const DEEDS: Record<string, string> = {
  'roll two dice': t('Roll two dice'),
  'roll one die': t('Roll one die'),
  'roll swarm': t('Roll for the swarm'),
  stop: t('End the turn'),
  'pay card': t('Medallion: one more card'),
  'pay spawn': t('Medallion: a spawn'),
  take: t('Take the Egg'),
  gain: t('A coin for me'),
  enough: t('Nobody else'),
  fight: t('Fight!'),
  'pass meet raider': t('Pass in peace'),
  'pass meet spawn': t('Pass in peace'),
  pass: t('Let them pass'),
  'yes card': t('Draw a card'),
  'yes blood': t('Take the blood'),
  'no card': t('No card'),
  'no blood': t('Leave it'),
  stay: t('Stay here'),
  through: t('Through the roller'),
  past: t('Past the roller'),
  summon: t('Summon a spawn'),
};
const CONCERNS: Record<string, (name: string) => string> = {
  hand: (name) => t('Egg to {name}', { name }),
  throw: (name) => t('Throw Egg to {name}', { name }),
  'target fingers': (name) => t('Rob {name}', { name }),
  'target dagger': (name) => t('Move {name}', { name }),
  'target carving': (name) => t('Two cards for {name}', { name }),
  'target stone': (name) => t('A coin for {name}', { name }),
  spoil: (name) => t('A card less for {name}', { name }),
};

export function labelOf(target: Target, names: string[]): string {
  const words = 'words' in target ? target.words : '';
  switch (target.kind) {
    case 'hand':
    case 'throw':
    case 'target':
    case 'spoil':
      return (CONCERNS[`${target.kind} ${words}`] ?? CONCERNS[target.kind])?.(names[target.other] ?? '') ?? '';
    case 'ring':
      return target.way === 'clockwise' ? '↻' : '↺';
    case 'lead':
    case 'sacrifice':
      return String(target.spawn);
    case 'battle':
      return target.card ? said(target.card) : t('No card');
    default:
      return DEEDS[`${target.kind} ${words}`] ?? DEEDS[target.kind] ?? target.kind;
  }
}

/** What stands before several alike. */
export function titleOf(target: Target): string {
  if (target.kind === 'lead') return t('Lead spawn');
  if (target.kind === 'sacrifice') return t('Sacrifice spawn');
  return target.kind === 'ring' ? said(target.ring) : '';
}

/** Spaces are chosen in the Temple and cards in the hand; all else has a button. */
export function hasButton(target: Target): boolean {
  if (target.kind === 'battle') return target.card === null;
  return !['step', 'put', 'start', 'exit', 'play'].includes(target.kind);
}
