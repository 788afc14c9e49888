/**
 * What of a table is about people, not about the game: it never waits until bots have been watched.
 * The board, the log, what is offered and what is counted follow at the pace that somebody likes.
 */
import type { SeatView, TableView } from '../lib/types';

/** The table as it is shown, with the people as the newest word of the server has them. */
export function withPeople(shown: TableView, newest: TableView): TableView {
  if (shown === newest) return shown;
  const { talk, ballot, notices, rematch, clock, practice, counts, guide, can_close, can_ask_end } = newest;
  const { invitation, admission, is_public } = newest;
  return {
    ...shown,
    seats: seatsWithPeople(shown.seats, newest.seats),
    ...{ talk, ballot, notices, rematch, clock, practice, counts, guide, can_close, can_ask_end },
    ...{ invitation, admission, is_public },
  };
}

export function seatsWithPeople(shown: SeatView[], newest: SeatView[]): SeatView[] {
  if (shown.length !== newest.length) return newest;
  return shown.map((seat, n) => withPerson(seat, newest[n]!));
}

/** Who sits there, whether they are here, and how much time they have left. */
function withPerson(shown: SeatView, newest: SeatView): SeatView {
  const { place, result, side, points, is_awaited, has_decided } = shown;
  const game = { place, result, side, points };
  // Whose clock runs is not delayed: nobody is to believe that it is another's.
  return newest.seconds_left === null ? { ...newest, ...game, is_awaited, has_decided } : { ...newest, ...game };
}
