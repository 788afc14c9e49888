/** Tables come as fast as bots decide; they are shown so that people can follow. */
import { manners, SEEN } from '../lib/manners.svelte';
import type { TableView } from '../lib/types';
import { withPeople } from './people';

export class Pacer {
  waiting = $state(0); // so many tables are still to be shown

  #queue: TableView[] = [];
  #last: TableView | null = null; // that was shown
  #free = 0; // when the next one may be shown
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly show: (table: TableView) => unknown) {}

  /** A table was told; it is shown when the one before has been seen. */
  come(table: TableView): void {
    const [before, shown] = [this.newest, this.#last];
    this.#queue.push(table);
    if (isUrgent(before, table) || this.#queue.length > MOST) this.skip();
    else this.#go();
    // People do not wait for bots: what they say, ask and do is shown at once.
    if (this.#last && this.#last === shown) this.show(withPeople(shown, table));
  }

  /** How the table is, though it may not be shown yet. */
  get newest(): TableView | null {
    return this.#queue.at(-1) ?? this.#last;
  }

  /** The newest at once. */
  skip = (): void => {
    const newest = this.#queue.at(-1);
    this.#queue = newest ? [newest] : [];
    this.#free = 0;
    this.#go();
  };

  /** The next one, now. */
  next = (): void => {
    this.#free = 0;
    this.#go();
  };

  /** What was asked for is known: nothing older is to be shown. */
  forget(shown: TableView): void {
    this.#queue = this.#queue.filter((table) => table.number > shown.number);
    this.#last = shown;
    this.waiting = this.#queue.length;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #go(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    while (this.#queue.length && now >= this.#free) this.#showNext(now);
    this.waiting = this.#queue.length;
    const wait = this.#free - now;
    if (this.waiting && Number.isFinite(wait)) this.#timer = setTimeout(() => this.#go(), wait);
  }

  #showNext(now: number): void {
    const table = this.#queue.shift()!;
    this.#free = now + (this.#last ? lookAt(this.#last, table) : 0);
    this.#last = table;
    this.show(withPeople(table, this.newest!));
  }
}

const MOST = 40; // who was away for so long wants to see how it is

/** For how long it is shown, in milliseconds: what nobody waits for us to answer is looked at first. */
export function lookAt(before: TableView, after: TableView): number {
  const moved = after.log.slice(before.log.length).filter(({ seat }) => seat !== null);
  if (!moved.length || isAsked(after) || after.state !== 'running') return 0;
  const isOurs = moved.every(({ seat }) => seat === after.you);
  return isOurs ? Math.min(SEEN.calm, SEEN[manners.pace]) : SEEN[manners.pace];
}

function isAsked({ seats }: TableView): boolean {
  return seats.some(({ is_you, is_awaited, has_decided }) => is_you && is_awaited && !has_decided);
}

/** Somebody's clock runs, or people have done something to the match: nothing is kept from them. */
function isUrgent(before: TableView | null, after: TableView): boolean {
  if (after.clock !== null && isAsked(after)) return true;
  if (!before) return false;
  const isEnded = before.state !== after.state && before.log.length === after.log.length;
  return isEnded || after.log.length < before.log.length || before.you !== after.you;
}
