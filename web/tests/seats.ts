/** Seats and tables as the server tells them, for tests that care about a part of them only. */
import type { LogLine, SeatView, TableCard, TableView } from '../src/lib/types';

export function seat(seat: number, told: Partial<SeatView> = {}): SeatView {
  return {
    seat,
    name: ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal'][seat]!,
    kind: 'person',
    level: null,
    program: null,
    is_replaced: false,
    is_you: false,
    is_awaited: false,
    has_decided: false,
    side: seat,
    points: 0,
    place: null,
    result: null,
    seconds_left: null,
    is_here: true,
    has_left: false,
    away_until: null,
    rated: null,
    ...told,
  };
}

/** So many seats, the first on the first place and so on. */
export function placed(...points: number[]): SeatView[] {
  return points.map((one, n) =>
    seat(n, { points: one, place: n + 1, result: n ? 'lost' : 'won' }),
  );
}

export function card(told: Partial<TableCard> = {}): TableCard {
  return {
    id: 'abc',
    game: 'karuba',
    name: 'Karuba',
    seats: [],
    state: 'running',
    is_public: true,
    awaits_you: false,
    made_at: '2025-11-16T12:00:00Z',
    moves: 3,
    guide: false,
    lesson: false,
    practice: false,
    counts: false,
    closed: null,
    deal: null,
    clock: null,
    ...told,
  };
}

export function over(seats: SeatView[], winner_says: string | null = null): TableView {
  return { state: 'over', seats, winner_says } as TableView;
}

export function running(seats: SeatView[], told: Partial<TableView> = {}): TableView {
  return { state: 'running', seats, waits_for_chance: false, log: [], ...told } as TableView;
}

export function line(number: number, says: string, told: Partial<LogLine> = {}): LogLine {
  return { number, last: number, seat: null, says, target: null, parts: [], keepsake: null, by_odds: false, kind: '', ...told };
}
