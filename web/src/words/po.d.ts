declare module '*.po' {
  const catalogue: Record<string, string>;
  export default catalogue;
}

declare module 'gettext-parser' {
  interface Entry {
    msgid: string;
    msgid_plural?: string;
    msgstr: string[];
  }
  export const po: {
    parse: (catalogue: Buffer | string) => { translations: Record<string, Record<string, Entry>> };
  };
}
