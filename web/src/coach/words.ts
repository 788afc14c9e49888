/** How the coach speaks: amounts with their intervals, and what made the difference. */
import { t } from '../lib/speech.svelte';
import type { AccountView, Measure, Measured, ReviewView, VerdictView } from '../lib/types';

export type Unit = ReviewView['unit'];

const percent = (part: number): string => String(Math.round(100 * part));

const plain = (value: number): string => value.toFixed(1);

/** 2.3 points, or 12 % of the outlook. */
export function amount(value: number, unit: Unit, measure: Measure | null): string {
  if (unit === 'chances' || !measure) return t('{percent} % of the outlook', { percent: percent(value) });
  return t('{value} {measure}', { value: plain(value), measure: measure.many });
}

/** The same, with its interval. */
export function withMargin({ mean, margin }: Measured, unit: Unit, measure: Measure | null): string {
  if (unit === 'chances' || !measure)
    return t('{percent} ± {margin} % of the outlook', {
      percent: percent(mean),
      margin: percent(margin),
    });
  return t('{value} ± {margin} {measure}', {
    value: plain(mean),
    margin: plain(margin),
    measure: measure.many,
  });
}

/** What a decision cost: points first where they decide. */
export function costOf(one: VerdictView, unit: Unit, measure: Measure | null): string {
  const chances = withMargin(one.lost, 'chances', measure);
  if (unit === 'chances') return t('It cost {amount}.', { amount: chances });
  const points = withMargin(one.cost, unit, measure);
  if (unit === 'points') return t('It cost {amount}.', { amount: points });
  return t('It cost {points}, or {chances}.', { points, chances });
}

/** Why the better move is better. */
export function because(one: VerdictView, unit: Unit, measure: Measure | null): string {
  const [better, made] = [one.expected, one.after].map((value) => expected(value, unit, measure));
  return t('The coach expects {better} after it, and {made} after the move that was made.', {
    better: better!,
    made: made!,
  });
}

function expected(value: number, unit: Unit, measure: Measure | null): string {
  if (unit === 'chances' || !measure) return t('an outlook of {percent} %', { percent: percent(value) });
  if (unit === 'points') return amount(value, unit, measure);
  if (plain(Math.abs(value)) === plain(0)) return t('nobody ahead');
  const lead = amount(Math.abs(value), unit, measure);
  return value > 0 ? t('a lead of {lead}', { lead }) : t('to be {lead} behind', { lead });
}

/** What chance is mixed with, where not all was looked at. */
export function nameOfRest(account: AccountView, seats: number, hasChance: boolean): string {
  if (account.others === null && seats > 1)
    return hasChance ? t('Chance and the others') : t('The others');
  return hasChance ? t('Chance') : t('The rest');
}

const isClear = ({ mean, margin }: Measured): boolean => Math.abs(mean) > margin;

/** Luck and skill in a sentence or two; only what is larger than its interval is claimed. */
export function inShort(
  name: string,
  account: AccountView,
  unit: Unit,
  measure: Measure | null,
  hasChance: boolean,
): string {
  const told: string[] = [];
  const say = (found: Measured | null, gave: string, cost: string): void => {
    if (!found || !isClear(found)) return;
    const much = withMargin({ ...found, mean: Math.abs(found.mean) }, unit, measure);
    told.push(t(found.mean > 0 ? gave : cost, { name, much }));
  };
  if (hasChance) say(account.chance, 'Luck gave {name} {much}.', 'Bad luck cost {name} {much}.');
  say(account.own, 'Good decisions of {name} gained {much}.', 'Decisions of {name} cost {much}.');
  say(account.others, 'What the others did gave {name} {much}.', 'What the others did cost {name} {much}.');
  return told.length ? told.join(' ') : t('Neither luck nor decisions made a clear difference.');
}
