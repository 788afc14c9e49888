/** The Temple as the rulebook draws it, unrolled: read as rings, with what turns with them. */
import type { RingView } from './view';

const KINDS: Record<string, string> = {
  '.': 'empty',
  '#': 'abyss',
  O: 'object',
  T: 'temple',
  B: 'blood',
  P: 'passage',
  d: 'dark',
  l: 'light',
};
const MARKS = 64; // in a row
const RINGS = [
  { ring: 'Central', rows: 'G', columns: 1, trap: 'fire', parts: 16 },
  { ring: 'Inner', rows: 'F', columns: 16, trap: 'acid', parts: 32 },
  { ring: 'Middle', rows: 'DE', columns: 32, trap: 'arrows', parts: 64 },
  { ring: 'Outer', rows: 'ABC', columns: 64, trap: '', parts: 0 },
];

/** The rings from the centre outwards; null where it is another drawing. */
export function ringsOf(text: string): RingView[] | null {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const rows = new Map(
    lines.filter(([name]) => /^[A-G]$/.test(name!)).map(([name, ...parts]) => [name, parts]),
  );
  const walls = lines.filter(([name]) => name === '-').map(([, ...parts]) => parts.join(''));
  if (rows.size !== 7 || walls.length !== 3) return null;
  return RINGS.map(({ ring, rows: names, columns, trap, parts }, n) => ({
    ring,
    columns,
    turned: 0,
    rows: Array.from(names, (row) => ({ row, first: 0, tiles: tilesOf(rows.get(row)!, columns) })),
    wall: parts ? every(walls[2 - n]!, MARKS / parts) : '',
    trap,
    bars: barsOf(rows.get(names[0])!, columns),
  }));
}

function tilesOf(sectors: string[], columns: number): string[] {
  const marks = sectors.map((sector) => sector.replace('|', '')).join('');
  return Array.from(
    every(marks, columns > 1 ? MARKS / columns : 1),
    (mark) => KINDS[mark] ?? 'empty',
  );
}

function barsOf(sectors: string[], columns: number): number[] {
  const barred = sectors.flatMap((sector, n) => (sector.startsWith('|') ? [n] : []));
  return barred.map((sector) => (sector * columns) / 16);
}

/** Every so many marks, as wider tiles are drawn with several. */
function every(marks: string, step: number): string {
  return Array.from(marks)
    .filter((_, n) => n % step === 0)
    .join('');
}
