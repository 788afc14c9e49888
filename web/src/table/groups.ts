import type { Offer } from '../lib/types';
import { t } from '../lib/speech.svelte';

/** Moves that differ in the place only, row by row: a chip for each, and what all of them do. */
export interface Row {
  name: string;
  offers: Offer[];
}

/** Moves of one kind. */
export interface Group {
  name: string; // empty: single moves, or the only kind there is
  says: string; // what all of them do, where that can be said at once
  rows: Row[];
}

const MANY = 12; // from so many on, moves that do the same are chips
const ANY = '…'; // stands for the word in which they differ
const PLACE = /(?:^|\s)([A-Za-z]+)\d+$/; // the code of a place: a row, and a number in it

/** By kind, in the order in which they come; kinds with a single move stand together, at first. */
export function groupsOf(offers: Offer[]): Group[] {
  const kinds = sorted(offers, (offer) => offer.kind);
  const many = [...kinds].filter(([, alike]) => alike.length > 1);
  const single = offers.filter((offer) => kinds.get(offer.kind)?.length === 1);
  const named = many.map(([kind, alike]) => group(titled(kind), alike));
  if (!single.length && named.length === 1) return [{ ...named[0]!, name: '' }];
  return single.length ? [group('', single), ...named] : named;
}

function group(name: string, offers: Offer[]): Group {
  const patterns = new Set(offers.map(pattern));
  const isAlike = offers.length > MANY && patterns.size === 1;
  const says = isAlike ? [...patterns][0]! : '';
  return { name, says, rows: isAlike ? rowsOf(offers) : [{ name: '', offers }] };
}

/** The sentence without the last word of the code: lays tile 7 on … */
export function pattern(offer: Offer): string {
  const last = offer.code.split(' ').at(-1)!;
  return offer.says
    .split(' ')
    .map((word) => (word === last ? ANY : word))
    .join(' ');
}

function rowsOf(offers: Offer[]): Row[] {
  const rows = sorted(offers, (offer) => PLACE.exec(offer.code)?.[1] ?? '');
  return [...rows]
    .map(([name, alike]) => ({ name, offers: alike }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** In heaps, by a name that each of them has. */
function sorted(offers: Offer[], nameOf: (offer: Offer) => string): Map<string, Offer[]> {
  const heaps = new Map<string, Offer[]>();
  for (const offer of offers) {
    const name = nameOf(offer);
    heaps.set(name, [...(heaps.get(name) ?? []), offer]);
  }
  return heaps;
}

/** The kinds of moves of our games, by their names. */
const KINDS: Record<string, string> = {
  lay: t('Lay'),
  walk: t('Walk'),
  'place adventurer': t('Place adventurer'),
  'place temple': t('Place temple'),
  play: t('Play'),
  discard: t('Discard'),
  turn: t('Turn'),
  fill: t('Fill'),
  choose: t('Choose'),
  act: t('Act'),
  square: t('Square'),
  step: t('Step'),
  put: t('Put'),
  start: t('Start'),
  hand: t('Hand'),
  throw: t('Throw'),
  ring: t('Ring'),
  target: t('Target'),
  spoil: t('Spoil'),
  exit: t('Exit'),
  battle: t('Battle'),
  lead: t('Lead'),
  sacrifice: t('Sacrifice'),
  rise: t('Rise'),
  card: t('Card'),
  boots: t('Boots'),
  selfie: t('Selfie'),
  map: t('Map'),
  exchange: t('Exchange'),
  heading: t('Heading'),
  tree: t('Tree'),
  flick: t('Flick'),
  seize: t('Seize'),
  lose: t('Lose'),
  pick: t('Pick'),
  'pay souvenir': t('Pay souvenir'),
  'pay card': t('Pay card'),
  'pay token': t('Pay token'),
};

function titled(kind: string): string {
  return KINDS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}
