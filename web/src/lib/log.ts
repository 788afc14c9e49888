/** The log: what was done. A happening is one line, and has parts. */
import type { LogLine } from './types';

const FEW = 3; // parts; more are told by their heading

/** A line in words, with its parts where they are few. */
export function inFull({ says, parts }: LogLine): string {
  const told = parts.length <= FEW ? parts : [];
  return [says, ...told.map((part) => part.says)].join(' ');
}

/** What is new in a log, in words; the last line may have grown meanwhile. */
export function newsIn(before: LogLine[], after: LogLine[]): string[] {
  return [...grownParts(before.at(-1), after[before.length - 1]), ...after.slice(before.length)].map(
    inFull,
  );
}

function grownParts(before: LogLine | undefined, after: LogLine | undefined): LogLine[] {
  return before && before.number === after?.number ? after.parts.slice(before.parts.length) : [];
}

/** The log as far as it was shown: lines up to that number. */
export function upTo(log: LogLine[], last: number): LogLine[] {
  return log
    .filter(({ number }) => number <= last)
    .map((line) => (line.last <= last ? line : { ...line, last, parts: upTo(line.parts, last) }));
}
