/** Dates, by the language that somebody reads. */
import { speech } from './speech.svelte';

const SHORT = { day: 'numeric', month: 'short' } as const;
const here = new Intl.DateTimeFormat(speech.locale, SHORT);
const inUtc = new Intl.DateTimeFormat(speech.locale, { ...SHORT, timeZone: 'UTC' });

/** 12 Nov: the day of a moment, where the reader is. */
export const dateOf = (moment: string): string => here.format(new Date(moment));

/** 12 Nov: a day of UTC, such as 2026-11-12, whatever the clock on the wall says. */
export const dateOfDay = (day: string): string => inUtc.format(new Date(`${day}T00:00:00Z`));
