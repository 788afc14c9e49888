/** How things are said on every page. */
import { dateOf } from './dates';
import { measured } from './measure';
import { isOneSide, teamsOf } from './sides';
import { speech, t } from './speech.svelte';
import type { Measure, SeatView, TableCard, TableView } from './types';

/** Ada, Bo and Cy. */
export function listed(words: string[]): string {
  const [others, last] = [words.slice(0, -1).join(', '), words.at(-1) ?? ''];
  return words.length > 1 ? t('{others} and {last}', { others, last }) : last;
}

/** 4, 6 or 8. */
export function listedOr(words: string[]): string {
  const [others, last] = [words.slice(0, -1).join(', '), words.at(-1) ?? ''];
  return words.length > 1 ? t('{others} or {last}', { others, last }) : last;
}

/** Who it is, for a sentence that goes on in the third person, as the games say their moves. */
export function seatName(seat: SeatView | undefined): string {
  return seat && seat.kind !== 'open' ? seat.name : t('somebody');
}

/** Who or what is awaited, in a sentence. */
export function awaited({ seats, waits_for_chance }: TableView): string {
  if (waits_for_chance) return t('Waiting for chance …');
  const deciding = seats.filter((seat) => seat.is_awaited && !seat.has_decided);
  if (deciding.some((seat) => seat.is_you)) return t('Your move.');
  return deciding.length
    ? t('Waiting for {names}.', { names: listed(deciding.map(seatName)) })
    : t('One moment …');
}

/** Whether one may ask what the strongest bot would do. */
export function aboutGuide({ guide }: { guide: boolean }): string {
  return guide ? t('The guide is on at this table.') : t('The guide is off at this table.');
}

export const MINUTE = 60;
export const DAY = 24 * 60 * MINUTE;

/** 4:05, 1:02:00, 3 days. */
export function time(seconds: number): string {
  if (seconds >= 2 * DAY) return t('{count} days', { count: Math.floor(seconds / DAY) });
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, n) => (n ? String(part).padStart(2, '0') : part)).join(':');
}

/** What is going on at a table in a list: whose turn it is, or how it ended. */
export function stateOf(card: TableCard, isMine: boolean, measure: Measure | null): string {
  if (card.state === 'waiting')
    return card.guide ? t('not started · with the guide') : t('not started');
  if (card.state === 'over') {
    const end = endOf(card.seats, measure);
    return card.practice ? t('{end} · practice', { end }) : end;
  }
  if (isMine && !card.seats.some((seat) => seat.is_you))
    return t('you left; a bot is playing for you');
  if (card.awaits_you) return t('your turn');
  const awaited = card.seats.filter((seat) => seat.is_awaited).map(seatName);
  return awaited.length ? t('waiting for {names}', { names: listed(awaited) }) : t('in progress');
}

const COMPARED = 4; // sides; the points of more make no sentence

/** You won, 28 to 2. */
function endOf(seats: SeatView[], measure: Measure | null): string {
  if (isEndedEarly(seats)) return t('ended early');
  if (isOneSide(seats)) return together(seats);
  if (seats.length === 1) return endOfOne(seats[0]!, measure);
  const best = seats.filter(({ result }) => result === 'won' || result === 'drawn');
  if (!best.length) return t('nobody won');
  const end = best[0]!.result === 'drawn' ? drewBy(best) : wonBy(best);
  return measure?.decides ? withScore(end, seats, best[0]!, measure) : end;
}

/** Whoever plays alone has so many points, or has beaten the game, or not. */
function endOfOne(seat: SeatView, measure: Measure | null): string {
  if (measure?.decides && seat.result === 'won') return measured(seat.points, measure);
  if (seat.result === 'won') return wonBy([seat]);
  return seat.is_you ? t('you lost') : t('{name} lost', { name: seatName(seat) });
}

function wonBy(best: SeatView[]): string {
  if (best.length > 1) return t('{names} won', { names: listed(best.map(called)) });
  return best[0]!.is_you ? t('you won') : t('{name} won', { name: seatName(best[0]) });
}

function drewBy(best: SeatView[]): string {
  return t('{names} drew', { names: listed(best.map(called)) });
}

export function called(seat: SeatView): string {
  return seat.is_you ? t('you') : seatName(seat);
}

function withScore(end: string, seats: SeatView[], winner: SeatView, measure: Measure): string {
  const points = new Map(seats.map(({ side, points }) => [side, points]));
  if (points.size > COMPARED)
    return t('{end} with {points}', { end, points: measured(winner.points, measure) });
  const best = [...points.values()].toSorted((a, b) => b - a).map(String);
  const score = best.reduce((one, other) => t('{one} to {other}', { one, other }));
  return t('{end}, {score}', { end, score });
}

/** You all won; for who only watched, all of them. */
function together(seats: SeatView[]): string {
  const haveWon = seats.every(({ result }) => result === 'won');
  if (seats.some((seat) => seat.is_you)) return haveWon ? t('you all won') : t('you all lost');
  return haveWon ? t('they all won') : t('they all lost');
}

/** How it ended for a seat: its place, or what its side has achieved. */
export function outcome(seat: SeatView, seats: SeatView[]): string {
  const isRanked = !isOneSide(seats) && teamsOf(seats).length === 1;
  const isAnyFirst = seats.length > 1 && seats.some(({ place }) => place === 1);
  if (isRanked && isAnyFirst && seat.place) return t('place {place}', { place: seat.place });
  return seat.result ? RESULTS[seat.result] : '';
}

export const RESULTS = { won: t('won'), drawn: t('drawn'), lost: t('lost') };

/** How a match ended, in a sentence. */
export function ending({ seats, winner_says }: TableView): string {
  if (isOneSide(seats) && !isEndedEarly(seats)) return sentence(together(seats));
  return winner_says ?? t('The match is over.');
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
  if (+then >= midnight) return t('today');
  if (+then >= midnight - DAY * 1000) return t('yesterday');
  return dateOf(moment);
}

/** 2.3 in English, 2,3 in German. */
export function decimal(value: number, digits = 1): string {
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(speech.locale, exactly);
}
