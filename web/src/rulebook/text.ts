/** A rulebook's sentences, taken apart for the page. */
import type { Block, EntryView, Note } from '../lib/types';

export interface Part {
  kind: 'plain' | 'rule' | 'strong' | 'code' | 'aside';
  text: string;
}

const MARKED = /(\*\*[^*]+\*\*|`[^`]+`|\((?:ours|ruling|option|von uns|Auslegung|Option)\b[^()]*\)|\b(?:F|\d+)(?:\.\d+)+\b)/;

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
  if (/^\((ours|ruling|option|von uns|Auslegung|Option)\b/.test(piece)) return { kind: 'aside', text: piece };
  return { kind: 'plain', text: piece };
}

/** The rules that a note names. Other numbers in it are figures: those of rules are in brackets. */
export function namedIn(note: string, numbers: Set<string>): Set<string> {
  const bracketed = [...note.matchAll(/\(((?:F|\d+)(?:\.\d+)+)\)/g)].map((found) => found[1] ?? '');
  return new Set(bracketed.filter((number) => numbers.has(number)));
}

/** What stands under each heading besides sentences, by the number of the entry that it follows. */
export function notesBehind(entries: EntryView[], notes: Note[]): Map<number, Note> {
  const last = new Map<string, number>();
  let heading = '';
  for (const [n, entry] of entries.entries()) {
    if (entry.is_heading) heading = entry.text;
    last.set(heading, n);
  }
  return new Map(notes.map((note) => [last.get(note.heading) ?? -1, note]));
}

export function headings(entries: EntryView[]): EntryView[] {
  return entries.filter((entry) => entry.is_heading);
}

/** Is it a part of a section? */
export function isDeep(heading: EntryView): boolean {
  return heading.number.includes('.') || heading.is_background;
}

/** Where it stands on the page: its number, or else its words, as in the-cards. */
export function addressOf(entry: EntryView): string {
  return entry.number || entry.text.toLowerCase().match(/\w+/g)!.join('-');
}

// ── Looking for something ────────────────────────────────────────────────────────────────────────

export function sentencesWith(sought: string, entries: EntryView[]): EntryView[] {
  return entries.filter(
    (entry) => !entry.is_heading && reads(`${entry.number} ${entry.text}`, sought),
  );
}

/** Of what stands besides sentences, the parts that read like that. */
export function notesWith(sought: string, notes: Note[]): Note[] {
  return notes
    .map(({ heading, blocks }) => ({
      heading,
      blocks: blocks
        .map((block) => pointsWith(sought, block))
        .filter((block) => reads([block.text, ...block.rows.flat()].join(' '), sought)),
    }))
    .filter((note) => note.blocks.length);
}

/** A list with only those of its points; anything else is shown as a whole. */
function pointsWith(sought: string, block: Block): Block {
  if (block.kind !== 'list') return block;
  return { ...block, rows: block.rows.filter(([point = '']) => reads(point, sought)) };
}

function reads(text: string, sought: string): boolean {
  return text.toLowerCase().includes(sought.toLowerCase());
}
