/** A rulebook's sentences, taken apart for the page. */
import type { Entry } from '../lib/types';

export interface Part {
  kind: 'plain' | 'rule' | 'strong' | 'code' | 'aside';
  text: string;
}

const MARKED = /(\*\*[^*]+\*\*|`[^`]+`|\((?:ruling|option)\b[^()]*\)|\b(?:F|\d+)(?:\.\d+)+\b)/;

/** Other rules that are named become ways to them; what explains steps back. */
export function parts(text: string, numbers: Set<string>): Part[] {
  return text
    .split(MARKED)
    .filter(Boolean)
    .map((piece) => partOf(piece, numbers));
}

function partOf(piece: string, numbers: Set<string>): Part {
  if (numbers.has(piece)) return { kind: 'rule', text: piece };
  if (/^\*\*.+\*\*$/.test(piece)) return { kind: 'strong', text: piece.slice(2, -2) };
  if (/^`.+`$/.test(piece)) return { kind: 'code', text: piece.slice(1, -1) };
  if (/^\((ruling|option)\b/.test(piece)) return { kind: 'aside', text: piece };
  return { kind: 'plain', text: piece };
}

export function headings(entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.is_heading && entry.number);
}

/** Is it the section that was looked for? */
export function isUnder(number: string, entry: Entry): boolean {
  return number !== '' && number === entry.number;
}
