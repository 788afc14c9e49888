/** Drawings of the rulebook that read as rows of cards, each written as a mark: 4─● or 9└b. */
import type { CardView } from './view';
import { t } from '../../lib/speech.svelte';
import { said } from '../said';

/** The paths of a card, for whoever does not see it. */
const PATHS: Record<string, string> = {
  '╵': t('a path to the north'),
  '╶': t('a path to the east'),
  '╷': t('a path to the south'),
  '╴': t('a path to the west'),
  '─': t('a path from west to east'),
  '│': t('a path from north to south'),
  '┌': t('a path from east to south'),
  '┐': t('a path from south to west'),
  '└': t('a path from north to east'),
  '┘': t('a path from north to west'),
  '├': t('a junction to north, east and south'),
  '┤': t('a junction to north, south and west'),
  '┬': t('a junction to east, south and west'),
  '┴': t('a junction to north, east and west'),
  '┼': t('a crossing'),
};
const TREASURES: Record<string, string> = { '◆': 'crystal', '●': 'gold' };
const COLOURS: Record<string, string> = { b: 'blue', o: 'orange', g: 'green', p: 'purple' };

const DRAWN = `[${Object.keys(PATHS).join('')}]`;
const MARK = new RegExp(`(\\d+)(${DRAWN})([◆●]?)([bogp]?)`, 'gi');
const ROW = new RegExp(`^((?: *(?:\\.|\\d+${DRAWN}[◆●]?[bogp]?)(?= |$))+)(.*)$`, 'i');
const SIGN = new RegExp(`(?<!\\S)((?:${DRAWN}|[◆●bogp])(?: \\S{2,})?)(?!\\S)`, 'i');

export interface Row {
  cards: (CardView | null)[]; // null: no card lies there
  legend: string; // what stands beside them
}

/** What a part of a mark stands for: a card that shows nothing else, and the word for it. */
export interface Sign {
  card: CardView;
  word: string;
}

/** A part of a line: where it begins, and what it ends before. */
interface Span {
  from: number;
  to: number;
}

interface Mark extends Span {
  card: CardView;
}

/** The rows of cards as they lie; null where the drawing is of something else. */
export function rowsOf(drawing: string): Row[] | null {
  const found = drawing.split('\n').map((line) => ROW.exec(line));
  const lines = found.map((row) => marksOf(row?.[1] ?? ''));
  const columns = columnsOf(lines.flat());
  const rows = lines.map((marks, n) => ({
    cards: columns.map((column) => marks.find((mark) => meet(mark, column))?.card ?? null),
    legend: found[n]?.[2]?.trim() ?? '',
  }));
  const laid = rows.flatMap((row) => row.cards.filter(Boolean));
  const areAllLaid = laid.length > 0 && laid.length === lines.flat().length;
  return found.every(Boolean) && areAllLaid ? rows : null;
}

function marksOf(row: string): Mark[] {
  return [...row.matchAll(MARK)].map((found) => {
    const [mark, number, drawing = '', treasure = '', letter = ''] = found;
    const to = found.index + mark.length;
    return { from: found.index, to, card: cardOf(Number(number), drawing, treasure, letter) };
  });
}

function cardOf(number: number, drawing: string, treasure: string, letter: string): CardView {
  const colour = COLOURS[letter.toLowerCase()] ?? null;
  const isTemple = letter !== letter.toLowerCase();
  return {
    number,
    drawing,
    shows: TREASURES[treasure] ?? 'nothing',
    adventurer: isTemple ? null : colour,
    temple: isTemple ? colour : null,
  };
}

/** Marks of several lines are in one column where one stands above a part of another. */
function columnsOf(marks: Span[]): Span[] {
  const columns: Span[] = [];
  for (const { from, to } of marks.toSorted((one, other) => one.from - other.from)) {
    const last = columns.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else columns.push({ from, to });
  }
  return columns;
}

function meet(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}

/** card 4, a path from west to east, gold */
export function inWords(card: CardView): string {
  const words = [t('card {number}', { number: card.number }), PATHS[card.drawing]];
  if (card.shows !== 'nothing') words.push(said(card.shows));
  if (card.adventurer) words.push(t('the {adventurer} adventurer', { adventurer: said(card.adventurer) }));
  if (card.temple) words.push(t('the {temple} temple', { temple: said(card.temple) }));
  return words.join(', ');
}

/** A legend taken apart: words, and the signs among them, each with the word that explains it. */
export function partsOf(legend: string): (string | Sign)[] {
  return legend.split(SIGN).map((part, n) => (n % 2 ? signOf(part[0]!, part.slice(1)) : part));
}

function signOf(sign: string, word: string): Sign {
  return { card: cardOf(0, sign in PATHS ? sign : '', sign, sign), word };
}
