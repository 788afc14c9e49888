import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manners, SEEN } from '../../src/lib/manners.svelte';
import type { BallotView, LogLine, SeatView, TableView } from '../../src/lib/types';
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
  // The same moment of the match may be shown anew, when somebody has said something.
  const pacer = (): Pacer => new Pacer(({ number }) => shown.at(-1) !== number && shown.push(number));

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

describe('what is about people', () => {
  let shown: TableView[] = [];
  const last = (): TableView => shown.at(-1)!;
  const said = (table: TableView, more: Partial<TableView>): TableView => ({ ...table, ...more });
  const remark = { number: 1, seat: 1, kind: 'text', says: 'Hello!', at: 0 } as const;
  const vote: BallotView = { wish: 'undo', seat: 1, agreed: [1], missing: [0] };
  const thinks = said(after([0, 1, 2], 1), { talk: [], ballot: null, notices: [], rematch: null });
  let pace: Pacer;

  beforeEach(() => {
    vi.useFakeTimers();
    manners.pace = 'one by one';
    shown = [];
    pace = new Pacer((table) => shown.push(table));
    for (const table of [after([], 0), after([0], 1), after([0, 1], 2), thinks]) pace.come(table);
    vi.advanceTimersByTime(SEEN.calm); // for what we did ourselves
    expect(last().number).toBe(2);
    expect(pace.waiting).toBe(1);
  });
  afterEach(() => {
    vi.useRealTimers();
    manners.pace = 'calm';
  });

  it('is shown at once, though bots are still being watched', () => {
    pace.come(said(thinks, { talk: [remark] }));
    expect(last().talk).toEqual([remark]);
    pace.come(said(thinks, { talk: [remark], ballot: vote }));
    expect(last().ballot).toEqual(vote);
    pace.come(said(thinks, { talk: [remark], notices: [line(0, 1)], rematch: 'next' }));
    expect(last()).toMatchObject({ ballot: null, notices: [line(0, 1)], rematch: 'next' });
    expect(last().number).toBe(2);
    expect(last().log).toHaveLength(2);
    vi.advanceTimersByTime(600_000);
    expect(last().number).toBe(2);
    pace.next();
    expect(last()).toMatchObject({ number: 3, rematch: 'next' });
  });

  it('is also who is here, how they are called, and how much time they have', () => {
    const seats = [
      seat(0, { is_you: true }),
      seat(1, { name: 'Bea', is_here: false, points: 7, is_awaited: true, seconds_left: 30 }),
      seat(2, { kind: 'bot', points: 3, is_awaited: true }),
    ];
    pace.come(said(thinks, { seats }));
    expect(last().seats[1]).toMatchObject({ name: 'Bea', is_here: false, seconds_left: 30, is_awaited: true });
    expect(last().seats.map(({ points }) => points)).toEqual([0, 0, 0]);
    expect(last().seats[2]!.is_awaited).toBe(true);
  });

  it('does not go back when an older table is shown', () => {
    pace.come(said(after([0, 1, 2, 1], 0), { talk: [remark] }));
    pace.next();
    expect(last()).toMatchObject({ number: 3, talk: [remark] });
  });

  it('takes what was decided with it: a move taken back, an end agreed on, a seat left', () => {
    pace.come(said(after([0], 1), { talk: [] }));
    expect(last().log).toHaveLength(1);
    expect(pace.waiting).toBe(0);
  });

  it.each([{ state: 'over' as const }, { you: null }])('%o', (change) => {
    pace.come(said(thinks, change));
    expect(last()).toMatchObject({ number: 3, ...change });
  });
});
