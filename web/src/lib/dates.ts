/** Dates, by the language that somebody reads. */
import { speech } from './speech.svelte';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day and a short month; in the reader's time zone, if none is named. */
function format(timeZone?: string): Intl.DateTimeFormat {
  const key = `${speech.locale} ${timeZone ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(speech.locale, { day: 'numeric', month: 'short', timeZone });
  formats.set(key, made);
  return made;
}

/** 12 Nov: the day of a moment, where the reader is. */
export const dateOf = (moment: string): string => format().format(new Date(moment));

/** 12 Nov: a day of UTC, such as 2026-11-12, whatever the clock on the wall says. */
export const dateOfDay = (day: string): string => format('UTC').format(new Date(`${day}T00:00:00Z`));
