/** How things are said on every page. */
import type { SeatView, TableCard } from './types';

/** Ada, Bo and Cy. */
export function listed(words: string[], last = 'and'): string {
  const others = words.slice(0, -1);
  const end = words.at(-1) ?? '';
  return others.length ? `${others.join(', ')} ${last} ${end}` : end;
}

/** 1 move, 2 moves. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Who it is, for a sentence that goes on in the third person, as the games say their moves. */
export function seatName(seat: SeatView | undefined): string {
  return seat && seat.kind !== 'open' ? seat.name : 'somebody';
}

/** Whose decision is awaited, in a sentence. */
export function awaited(seats: SeatView[]): string {
  const deciding = seats.filter((seat) => seat.is_awaited && !seat.has_decided);
  if (deciding.some((seat) => seat.is_you)) return 'Your decision.';
  return deciding.length
    ? `Waiting for ${listed(deciding.map(seatName))}.`
    : 'The table is at work.';
}

export const MINUTE = 60;
export const DAY = 24 * 60 * MINUTE;

/** 4:05, 1:02:00, 3 days. */
export function time(seconds: number): string {
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} days`;
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, n) => (n ? String(part).padStart(2, '0') : part)).join(':');
}

export function stateOf(card: TableCard): string {
  if (card.state === 'waiting') return 'not begun';
  if (card.state === 'over') return `over after ${counted(card.moves, 'move')}`;
  return card.awaits_you ? 'your decision is awaited' : counted(card.moves, 'move');
}
