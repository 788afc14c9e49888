/** Play by correspondence: how much time is left, where it is counted in days. */
import { t, tn } from '../lib/speech.svelte';
import type { TableCard } from '../lib/types';
import { DAY } from '../lib/words';

const HOUR = 3600;

/** · 2 days left; nothing where nobody has days for a move. */
export function daysLeft({ clock, seats, state, closed }: TableCard): string {
  if (state !== 'running' || closed || clock?.kind !== 'move' || clock.seconds < DAY) return '';
  const own = seats.filter((seat) => seat.is_you && seat.is_awaited);
  const asked = own.length ? own : seats.filter((seat) => seat.is_awaited);
  const left = asked.flatMap((seat) => seat.seconds_left ?? []);
  return left.length ? ` · ${inDays(Math.min(...left))}` : '';
}

/** In words, as nobody waits for it. */
export function inDays(seconds: number): string {
  if (seconds >= 2 * DAY) return tn('{count} day left', '{count} days left', Math.floor(seconds / DAY));
  if (seconds < HOUR) return t('less than an hour left');
  return tn('{count} hour left', '{count} hours left', Math.floor(seconds / HOUR));
}
