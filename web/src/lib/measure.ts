/** What a match is measured by: points in most games; another thing, or nothing, in others. */
export interface Measure {
  one: string;
  many: string;
  decides: boolean; // does the most of it win?
}

export const POINTS: Measure = { one: 'point', many: 'points', decides: true };

/** The measure of whatever the server tells; until it tells one, points. */
export function measureOf(told: object): Measure | null {
  const { measure } = told as { measure?: Measure | null };
  return measure === undefined ? POINTS : measure;
}

/** 1 point, 27 points; nothing where nothing is measured. */
export function measured(value: number, measure: Measure | null): string {
  return measure ? `${value} ${unit(value, measure)}` : '';
}

export function unit(value: number, { one, many }: Measure): string {
  return value === 1 ? one : many;
}
