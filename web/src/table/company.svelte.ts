/** Who sits at a table: what we have to do with them, and what we may say there. */
import { api } from '../lib/api';
import { Latest } from '../lib/latest';
import { met } from '../lib/me.svelte';
import type { Companion, Company, FriendsView, TableView, TalkLine } from '../lib/types';

export class Circle {
  now = $state.raw<Company | null>(null);
  failed = $state.raw<unknown>(null);
  #looks = new Latest();

  constructor(readonly id: string) {}

  /** How it is now; without an answer it stays as it was. */
  async look(): Promise<void> {
    const isLatest = this.#looks.ask();
    await met;
    const found = await api.company(this.id).catch(() => null);
    if (found && isLatest()) this.now = found;
  }

  at(seat: number): Companion | undefined {
    return this.now?.seats[seat];
  }

  /** Not those of people whom one has muted. */
  heard(lines: TalkLine[]): TalkLine[] {
    return lines.filter(({ seat }) => !this.at(seat)?.muted);
  }

  /** Change what is between us and somebody. */
  async change(question: Promise<FriendsView>): Promise<void> {
    this.failed = null;
    try {
      await question;
    } catch (error) {
      this.failed = error;
    }
    await this.look();
  }
}

/** What of a table says that its company may be another. */
export function companyKey(table: TableView | null): string {
  if (!table) return '';
  const seats = table.seats.map(({ kind, name, has_left, rated }) => [kind, name, has_left, rated]);
  return JSON.stringify([table.state, table.you, seats]);
}
