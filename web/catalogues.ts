/** Catalogues of languages (gettext PO, which translators know), as modules: the English text is the key. */
import { readFileSync } from 'node:fs';
import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    load(id) {
      if (!id.endsWith('.po')) return null;
      this.addWatchFile(id);
      return `export default ${JSON.stringify(translated(readFileSync(id)))};`;
    },
  };
}

/** What is counted has two entries, one for each of its English texts. */
export function translated(catalogue: Buffer | string): Record<string, string> {
  const entries = Object.values(po.parse(catalogue).translations['']!);
  const pairs = entries.flatMap(
    ({ msgid, msgid_plural, msgstr: [one = '', many = ''] }): [string, string][] =>
      msgid_plural ? [[msgid, one], [msgid_plural, many]] : [[msgid, one]],
  );
  return Object.fromEntries<string>(pairs.filter(([english, other]) => english && other));
}
