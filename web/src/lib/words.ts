/** How things are said on every page. */
import { measured } from './measure';
import { isOneSide, teamsOf } from './sides';
import type { Measure, SeatView, TableCard, TableView } from './types';

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

/** Who or what is awaited, in a sentence. */
export function awaited({ seats, waits_for_chance }: TableView): string {
  if (waits_for_chance) return 'Waiting for chance …';
  const deciding = seats.filter((seat) => seat.is_awaited && !seat.has_decided);
  if (deciding.some((seat) => seat.is_you)) return 'Your move.';
  return deciding.length
    ? `Waiting for ${listed(deciding.map(seatName))}.`
    : 'One moment …';
}

/** Whether one may ask what the strongest bot would do. */
export function aboutGuide({ guide }: { guide: boolean }): string {
  return `The guide is ${guide ? 'on' : 'off'} at this table.`;
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

/** What is going on at a table in a list: whose turn it is, or how it ended. */
export function stateOf(card: TableCard, isMine: boolean, measure: Measure | null): string {
  if (card.state === 'waiting') return card.guide ? 'not started · with the guide' : 'not started';
  if (card.state === 'over')
    return `${endOf(card.seats, measure)}${card.practice ? ' · practice' : ''}`;
  if (isMine && !card.seats.some((seat) => seat.is_you)) return 'you left; a bot is playing for you';
  if (card.awaits_you) return 'your turn';
  const awaited = card.seats.filter((seat) => seat.is_awaited).map(seatName);
  return awaited.length ? `waiting for ${listed(awaited)}` : 'in progress';
}

const COMPARED = 4; // sides; the points of more make no sentence

/** You won, 28 to 2. */
function endOf(seats: SeatView[], measure: Measure | null): string {
  if (isEndedEarly(seats)) return 'ended early';
  if (isOneSide(seats)) return together(seats);
  if (seats.length === 1) return endOfOne(seats[0]!, measure);
  const best = seats.filter(({ result }) => result === 'won' || result === 'drawn');
  if (!best.length) return 'nobody won';
  const deed = best[0]!.result === 'drawn' ? 'drew' : 'won';
  return `${listed(best.map(called))} ${deed}${measure?.decides ? score(seats, best[0]!, measure) : ''}`;
}

/** Whoever plays alone has so many points, or has beaten the game, or not. */
function endOfOne(seat: SeatView, measure: Measure | null): string {
  if (measure?.decides && seat.result === 'won') return measured(seat.points, measure);
  return `${called(seat)} ${seat.result === 'won' ? 'won' : 'lost'}`;
}

export function called(seat: SeatView): string {
  return seat.is_you ? 'you' : seatName(seat);
}

function score(seats: SeatView[], winner: SeatView, measure: Measure): string {
  const points = new Map(seats.map(({ side, points }) => [side, points]));
  if (points.size > COMPARED) return ` with ${measured(winner.points, measure)}`;
  return `, ${[...points.values()].toSorted((a, b) => b - a).join(' to ')}`;
}

/** You all won; for who only watched, all of them. */
function together(seats: SeatView[]): string {
  const all = seats.some((seat) => seat.is_you) ? 'you all' : 'they all';
  return `${all} ${seats.every(({ result }) => result === 'won') ? 'won' : 'lost'}`;
}

/** How it ended for a seat: its place, or what its side has achieved. */
export function outcome(seat: SeatView, seats: SeatView[]): string {
  const isRanked = !isOneSide(seats) && teamsOf(seats).length === 1;
  const isAnyFirst = seats.length > 1 && seats.some(({ place }) => place === 1);
  return isRanked && isAnyFirst && seat.place ? `place ${seat.place}` : (seat.result ?? '');
}

/** How a match ended, in a sentence. */
export function ending({ seats, winner_says }: TableView): string {
  if (isOneSide(seats) && !isEndedEarly(seats)) return sentence(together(seats));
  return winner_says ?? 'The match is over.';
}

/** By those who were left, before anybody had won or lost. */
export function isEndedEarly(seats: SeatView[]): boolean {
  return seats.every(({ result }) => result === null);
}

function sentence(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** Today, yesterday, 12 Nov. */
export function day(moment: string): string {
  const then = new Date(moment);
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (+then >= midnight) return 'today';
  if (+then >= midnight - DAY * 1000) return 'yesterday';
  return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
