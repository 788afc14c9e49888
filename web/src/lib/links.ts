/** The links by which one came to private tables: what they end with goes along with every question. */
import { BASE } from './base';
import { inTab } from './stored';

const nameOf = (id: string): string => `link to ${id}`;

/** Somebody came by this address; as long as the tab is open, the next page knows it too. */
export function keepLink(id: string, link: string | null): void {
  if (link) inTab.set(nameOf(id), link);
}

export function linkTo(id: string): string | null {
  return inTab.get(nameOf(id));
}

/** What is asked of a table, by the link if there is one. */
export function askedBy(id: string, asked: Record<string, string | boolean> = {}): string {
  const link = linkTo(id);
  const all = Object.entries({ ...asked, ...(link && { link }) });
  return all.length ? `?${all.map(([name, is]) => `${name}=${encodeURIComponent(is)}`).join('&')}` : '';
}

/** The address of a table, to be passed on. */
export function addressBy(id: string, link: string | null): string {
  return `${location.origin}${BASE}/tables/${id}${link ? `?link=${link}` : ''}`;
}
