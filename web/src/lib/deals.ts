/** Deals that are the same for everybody: what is asked about them, and how a result is said. */
import { ask } from './api';
import { measured } from './measure';
import { t } from './speech.svelte';
import type {
  DailyPast,
  DailyView,
  Done,
  Duplicate,
  DuplicateCard,
  Goal,
  Measure,
  OwnBest,
  ResultLine,
} from './types';

export interface NewDuplicate {
  game: string;
  seats: number[]; // the level of a bot, or 0 for a person
  options: Record<string, string>;
  deals: number;
}

export const deals = {
  daily: (day?: string) => ask<DailyView>('GET', day ? `/daily?day=${day}` : '/daily'),
  history: () => ask<DailyPast[]>('GET', '/daily/history'),
  playDaily: (game: string) => ask<Done>('POST', `/daily/${game}`),

  duplicates: () => ask<DuplicateCard[]>('GET', '/duplicates'),
  duplicate: (id: string) => ask<Duplicate>('GET', `/duplicates/${id}`),
  open: (wanted: NewDuplicate) => ask<Duplicate>('POST', '/duplicates', wanted),
  join: (id: string) => ask<Duplicate>('POST', `/duplicates/${id}/members`),
  playDeal: (id: string, number: number) => ask<Done>('POST', `/duplicates/${id}/deals/${number}`),

  goal: (table: string) => ask<Goal>('GET', `/tables/${table}/goal`),
  bests: () => ask<OwnBest[]>('GET', '/me/bests'),
};

type Came = Pick<ResultLine, 'result' | 'points' | 'gave_up'>;

/** Won, 28 points; alone, 28 points; or: gave up. */
export function cameOff(line: Came, measure: Measure | null, isAlone: boolean): string {
  if (line.gave_up) return t('gave up');
  const counts = measure?.decides ? measured(line.points, measure) : '';
  if (isAlone && counts) return counts;
  const said = { won: t('won'), drawn: t('drew'), lost: t('lost') }[line.result ?? 'lost'];
  return counts ? `${said}, ${counts}` : said;
}

export function percent(share: number): string {
  return t('{number}%', { number: Math.round(share) });
}

/** Where the results of the deal are that is played at a table. */
export function addressOfDeal(deal: string): string {
  const [kind, name] = deal.split('/');
  return kind === 'day' ? `/daily/${name}` : `/duplicates/${name}`;
}
