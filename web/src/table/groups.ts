import type { Offer } from '../lib/types';

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

function titled(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
