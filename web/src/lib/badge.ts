/** The number on the icon of the installed app: so many tables wait for us. */
import { api } from './api';

interface Badged {
  setAppBadge: (count: number) => Promise<void>;
}

/** Counted anew. */
export async function renewBadge(): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  try {
    await (navigator as Badged).setAppBadge((await api.awaitedAt()).tables);
  } catch {
    // the next page counts again
  }
}
