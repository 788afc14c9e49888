/** What the others did since we decided last. */
import type { LogLine } from '../lib/types';

const MOST = 12; // lines; more is no news any more

export function since(log: LogLine[], you: number | null): LogLine[] {
  if (you === null) return [];
  const last = log.findLastIndex((line) => isBy(line, you));
  return last < 0 ? [] : log.slice(last + 1).slice(-MOST);
}

/** Also where several decided at the same time, which is told as one happening. */
function isBy({ seat, parts }: LogLine, you: number): boolean {
  return seat === you || parts.some((part) => part.seat === you);
}

/** Where it happened, for the board to mark. */
export function marked(lines: LogLine[]): object[] {
  return lines
    .flatMap((line) => (line.parts.length ? line.parts : [line]))
    .flatMap(({ seat, target }) => (seat !== null && target ? [target] : []));
}
