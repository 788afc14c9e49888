/** How the coach speaks: amounts with their intervals, and what made the difference. */
import { t } from '../lib/speech.svelte';
import { decimal } from '../lib/words';
import type { AccountView, Measure, Measured, ReviewView, VerdictView } from '../lib/types';

export type Unit = ReviewView['unit'];

const FEW = 10; // percent; below that the first decimal tells something

const percent = (part: number): string =>
  decimal(100 * part, Math.abs(100 * part) < FEW ? 1 : 0);

const plain = (value: number): string => decimal(value);

/** 2.3 points, or 12 % of the outlook. */
export function amount(value: number, unit: Unit, measure: Measure | null): string {
  if (unit === 'chances' || !measure) return t('{percent}% of the outlook', { percent: percent(value) });
  return t('{value} {measure}', { value: plain(value), measure: measure.many });
}

/** The same, with its interval. */
export function withMargin({ mean, margin }: Measured, unit: Unit, measure: Measure | null): string {
  if (unit === 'chances' || !measure)
    return t('{percent} ± {margin}% of the outlook', {
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
  return t('The coach expects {better} after it, and {made} after the move played.', {
    better: better!,
    made: made!,
  });
}

function expected(value: number, unit: Unit, measure: Measure | null): string {
  if (unit === 'chances' || !measure) return t('an outlook of {percent}%', { percent: percent(value) });
  if (unit === 'points') return amount(value, unit, measure);
  if (plain(Math.abs(value)) === plain(0)) return t('nobody ahead');
  const lead = amount(Math.abs(value), unit, measure);
  return value > 0 ? t('a lead of {lead}', { lead }) : t('a deficit of {lead}', { lead });
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
  const { chance, own, others } = account;
  const told: string[] = [];
  const much = (found: Measured): { name: string; much: string } => ({
    name,
    much: withMargin({ ...found, mean: Math.abs(found.mean) }, unit, measure),
  });
  if (hasChance && isClear(chance))
    told.push(
      chance.mean > 0
        ? t('Luck gave {name} {much}.', much(chance))
        : t('Bad luck cost {name} {much}.', much(chance)),
    );
  if (isClear(own))
    told.push(
      own.mean > 0
        ? t('Good decisions by {name} gained {much}.', much(own))
        : t('Decisions by {name} cost {much}.', much(own)),
    );
  if (others && isClear(others))
    told.push(
      others.mean > 0
        ? t('What the others did gave {name} {much}.', much(others))
        : t('What the others did cost {name} {much}.', much(others)),
    );
  return told.length ? told.join(' ') : t('Neither luck nor decisions made a clear difference.');
}
