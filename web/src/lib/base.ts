/** The path under which the server stands, such as /games; nothing where it is the top of its host. */
export const BASE: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? '').replace(/\/+$/, '');

/** An address of ours as the host knows it. */
export function placed(path: string): string {
  return `${path}/`.startsWith(`${BASE}/`) ? path : BASE + path;
}

/** What is left of a path when one stands in front of the server. */
export function own(path: string): string {
  return `${path}/`.startsWith(`${BASE}/`) ? path.slice(BASE.length) || '/' : path;
}
