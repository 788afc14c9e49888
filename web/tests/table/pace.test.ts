import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manners, SEEN } from '../../src/lib/manners.svelte';
import type { LogLine, SeatView, TableView } from '../../src/lib/types';
import { Pacer } from '../../src/table/pace.svelte';
import { marked, since } from '../../src/table/since';
import { seat } from '../seats';

const line = (number: number, by: number | null): LogLine =>
  ({ number, last: number, seat: by, says: `move ${number}`, target: { at: number }, parts: [] }) as unknown as LogLine;

/** A table after these moves, by the seats that made them; the last one is awaited. */
function after(by: (number | null)[], awaited: number, clock = false): TableView {
  const seats: SeatView[] = [0, 1, 2].map((n) =>
    seat(n, { kind: n ? 'bot' : 'person', is_you: n === 0, is_awaited: n === awaited }),
  );
  return {
    number: by.length,
    state: 'running',
    you: 0,
    seats,
    clock: clock ? { kind: 'move', seconds: 60 } : null,
    log: by.map((who, n) => line(n, who)),
  } as unknown as TableView;
}

describe('the pace of bots', () => {
  let shown: number[] = [];
  const pacer = (): Pacer => new Pacer((table) => shown.push(table.number));

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    manners.pace = 'calm';
  });

  const turns = [after([], 0), after([0], 1), after([0, 1], 2), after([0, 1, 2], 0)];

  it('shows one turn after another, and the question at once', () => {
    manners.pace = 'slow';
    const pace = pacer();
    for (const table of turns) pace.come(table);
    expect(shown).toEqual([0, 1]);
    expect(pace.waiting).toBe(2);
    vi.advanceTimersByTime(SEEN.calm);
    expect(shown).toEqual([0, 1, 2]);
    vi.advanceTimersByTime(SEEN.slow);
    expect(shown).toEqual([0, 1, 2, 3]);
    expect(pace.waiting).toBe(0);
  });

  it('goes on when it is told to', () => {
    manners.pace = 'one by one';
    const pace = pacer();
    for (const table of turns) pace.come(table);
    vi.advanceTimersByTime(60_000);
    expect(shown).toEqual([0, 1, 2]);
    pace.next();
    expect(shown).toEqual([0, 1, 2, 3]);
  });

  it('skips to the newest, which a clock does by itself', () => {
    const pace = pacer();
    for (const table of turns) pace.come(table);
    pace.skip();
    expect(shown).toEqual([0, 1, 3]);
    pace.come(after([0, 1, 2, 0], 1));
    pace.come(after([0, 1, 2, 0, 1], 0, true));
    expect(shown.at(-1)).toBe(5);
  });

  it('shows all at once to whoever wants that', () => {
    manners.pace = 'at once';
    const pace = pacer();
    for (const table of turns) pace.come(table);
    expect(shown).toEqual([0, 1, 2, 3]);
  });
});

describe('what changed since one decided', () => {
  it('is what follows, and its places', () => {
    const news = since([line(0, 1), line(1, 0), line(2, null), line(3, 2)], 0);
    expect(news.map(({ number }) => number)).toEqual([2, 3]);
    expect(marked(news)).toEqual([{ at: 3 }]);
  });

  it('is nothing to whoever has not decided yet, or watches', () => {
    expect(since([line(0, 1)], 0)).toEqual([]);
    expect(since([line(0, 1)], null)).toEqual([]);
  });
});
