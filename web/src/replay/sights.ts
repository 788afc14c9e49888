import { api } from '../lib/api';
import type { Sight } from '../lib/types';

const KEPT = 300; // moments; who goes to and fro waits for each of them once

/** The moments of a match, fetched when somebody looks at them. What is past does not change. */
export class Sights {
  #fetched = new Map<number, Promise<Sight>>();

  constructor(
    readonly id: string,
    readonly withDrawing: boolean,
    readonly isOpen: boolean,
  ) {}

  /** The table after so many moves. */
  after(moves: number): Promise<Sight> {
    const known = this.#fetched.get(moves);
    if (known) return known;
    const asked = api.moment(this.id, this.withDrawing, moves, this.isOpen);
    this.#fetched.set(moves, asked);
    asked.catch(() => this.#fetched.delete(moves));
    if (this.#fetched.size > KEPT) this.#fetched.delete(this.#fetched.keys().next().value!);
    return asked;
  }

  /** Somebody will probably look at this next. */
  foresee(moves: number): void {
    this.after(moves).catch(() => undefined); // it will be asked again when it is looked at
  }
}

/** Through whose eyes one looks: a seat's, a spectator's, or all at once. */
export type Eyes = number | 'spectator' | 'open';

/** As the address says it: seats are counted from 1 there. */
export function eyesOf(word: string | null, seats: number): Eyes | null {
  if (word === 'spectator' || word === 'open') return word;
  const seat = Number(word) - 1;
  return word && Number.isInteger(seat) && seat >= 0 && seat < seats ? seat : null;
}

export function wordOf(eyes: Eyes): string {
  return typeof eyes === 'number' ? String(eyes + 1) : eyes;
}
