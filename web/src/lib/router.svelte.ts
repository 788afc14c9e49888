/** Which page is open: the address bar says it, and links change it without a new load. */
import { own, placed } from './base';

let path = $state(own(location.pathname));
let hash = $state(location.hash);
let search = $state(location.search);

function look(): void {
  ({ hash, search } = location);
  path = own(location.pathname);
}

export const here = {
  get path(): string {
    return path;
  },
  get hash(): string {
    return decodeURIComponent(hash.slice(1));
  },
  asked(name: string): string | null {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read at once, and kept by nobody
    return new URLSearchParams(search).get(name);
  },
};

export function go(address: string): void {
  history.pushState(null, '', placed(address));
  look();
  if (!location.hash) scrollTo(0, 0);
}

/** The address changes, the way back does not: for moments of a replay. */
export function become(address: string): void {
  history.replaceState(null, '', placed(address));
  look();
}

/** Links are written as if the server stood at the top of its host: before one is used, it is put right. */
export function put(click: MouseEvent): HTMLAnchorElement | null {
  const link = (click.target as Element).closest('a');
  if (link && link.origin === location.origin && link.pathname !== placed(link.pathname))
    link.pathname = placed(link.pathname);
  return link;
}

/** Links of our own pages are followed here; all others by the browser. */
export function follow(click: MouseEvent): void {
  const link = put(click);
  const isOurs = link && link.origin === location.origin && !own(link.pathname).startsWith('/api');
  const isPlain = !(
    click.button ||
    click.metaKey ||
    click.ctrlKey ||
    click.shiftKey ||
    click.altKey
  );
  const isHere = link?.pathname === location.pathname && link.hash; // only to another part of it
  if (!isOurs || !isPlain || isHere || link.target || link.hasAttribute('download')) return;
  click.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener('popstate', look);
addEventListener('hashchange', look);
