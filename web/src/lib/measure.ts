/** What a match is measured by: points in most games; another thing, or nothing, in others. */
import type { Measure } from './types';

/** 1 point, 27 points; nothing where nothing is measured. */
export function measured(value: number, measure: Measure | null): string {
  return measure ? `${value} ${unit(value, measure)}` : '';
}

export function unit(value: number, { one, many }: Measure): string {
  return value === 1 ? one : many;
}
