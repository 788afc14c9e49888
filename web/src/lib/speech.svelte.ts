/** What pages say, in the language that somebody reads. The English text is the key to all others. */

type Parts = Record<string, string | number>;
type Catalogue = Record<string, string>;
export type Language = 'en' | 'de';

export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };
const COOKIE = 'language'; // the server reads it, too, and otherwise what the browser asks for
const YEAR = 365 * 24 * 60 * 60;

const isPage = typeof document !== 'undefined'; // logic is tested without one

const language = isPage ? (chosen() ?? wanted()) : 'en';

/** Everything that uses this waits for it: so a text is never said in two languages. */
const catalogue: Catalogue = language === 'de' ? (await import('../words/de.po')).default : {};

export const speech = { language, catalogue, locale: LOCALES[language] };
if (isPage) document.documentElement.lang = language;

/** A whole text, with its named parts filled in: t('{name} wins.', { name }). */
export function t(text: string, parts: Parts = {}): string {
  return filledIn(catalogue[text] ?? text, parts);
}

/** The same where something is counted: tn('{count} move', '{count} moves', moves). */
export function tn(one: string, many: string, count: number, parts: Parts = {}): string {
  return t(count === 1 ? one : many, { count, ...parts });
}

function filledIn(text: string, parts: Parts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

/** From now on; what was said already is said anew. */
export function speak(wanted: Language): void {
  document.cookie = `${COOKIE}=${wanted}; path=/; max-age=${YEAR}; SameSite=Lax`;
  location.reload();
}

function chosen(): Language | undefined {
  const named = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  return known(named);
}

/** The first that we speak of those that the browser asks for. */
function wanted(): Language {
  return navigator.languages.map((tag) => known(tag.split('-')[0])).find(Boolean) ?? 'en';
}

function known(name: string | undefined): Language | undefined {
  return name !== undefined && name in LANGUAGES ? (name as Language) : undefined;
}
