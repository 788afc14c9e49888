/** What pages say, in the language that somebody reads. The English text is the key to all others. */

type Parts = Record<string, string | number>;
type Catalogue = Record<string, string>;

export const speech = $state<{ language: string; catalogue: Catalogue }>({
  language: 'en',
  catalogue: {},
});

/** A whole text, with its named parts filled in: t('{name} wins.', { name }). */
export function t(text: string, parts: Parts = {}): string {
  return filledIn(speech.catalogue[text] ?? text, parts);
}

/** The same where something is counted: tn('{count} move', '{count} moves', moves). */
export function tn(one: string, many: string, count: number, parts: Parts = {}): string {
  return t(count === 1 ? one : many, { count, ...parts });
}

function filledIn(text: string, parts: Parts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}
