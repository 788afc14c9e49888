import { boards } from '../games';
import { api, NoAnswer, Refused } from '../lib/api';
import { Live } from '../lib/live';
import { newsIn } from '../lib/log';
import { met, somebody, who } from '../lib/me.svelte';
import type { BallotView as Ballot, Done, TableView } from '../lib/types';
import { awaited, ending } from '../lib/words';
import { Pacer } from './pace.svelte';
import { t } from '../lib/speech.svelte';

const TOLD = 6; // news at once that are read out; who was away reads the log
const GRACE = 1500; // milliseconds in which the live line should tell what we did
const BREATH = 2000; // milliseconds; what follows sooner is told in the same breath

/** What we decided was lost on the way. */
class NotArrived extends Error {
  constructor(
    readonly number: number, // of the table where that was found out
    isLater: boolean, // our seat has decided something since, here or elsewhere
    isAsked: boolean,
  ) {
    super(
      isLater
        ? t('The match has moved on: the log says what happened.')
        : isAsked
          ? t('Your move did not arrive; choose again.')
          : t('Your move did not arrive.'),
    );
  }
}

/** A table before us: as the server last told it, and what we ask of it. */
export class Table {
  now = $state.raw<TableView | null>(null);
  failed = $state.raw<unknown>(null);
  isHere = $state(true); // is the server within call?
  isBusy = $state(false);
  hasLeft = $state(false); // a bot plays on at the seat that was ours
  isBoardBroken = $state(false);
  news = $state(''); // read out to who does not see the board

  readonly pacer = new Pacer((table) => this.#take(table)); // bots' turns, one after another

  #live: Live | null = null;
  #isClosed = false;
  #heard = 0; // how often the live line told us something
  #unsent: { number: number; move: number } | null = null; // and we do not know whether it arrived
  #waits: (() => void) | null = null; // until the table shows what we did
  #breath: string[] = []; // the lines that are being read out
  #toldAt = 0;

  constructor(readonly id: string) {
    void this.look().then(() => (this.#listen(), this.#remember()));
  }

  close(): void {
    this.#isClosed = true;
    this.#live?.close();
    this.pacer.close();
  }

  /** How it is now. */
  look(): Promise<void> {
    return this.#ask(() => this.#see(), true);
  }

  async #see(): Promise<void> {
    const heard = this.#heard;
    const table = await api.table(this.id, this.#withDrawing);
    const isDrawn = this.#withDrawing || table.game in boards;
    this.#answer(isDrawn ? table : await api.table(this.id, true), heard);
  }

  /** Only where there is no board; which game it is, the first look tells. */
  get #withDrawing(): boolean {
    return this.now !== null && (this.isBoardBroken || !(this.now.game in boards));
  }

  /** The board of the game has failed: the drawing takes its place. */
  draw = (): void => {
    if (this.isBoardBroken) return;
    this.isBoardBroken = true;
    this.#live?.reopen(true);
  };

  /** Be told of every change, unless there is no such table. */
  #listen(): void {
    if (this.#isClosed || this.failed instanceof Refused) return;
    this.#live = new Live(this.id, this.#withDrawing, {
      table: (table) => (this.#heard++, this.pacer.come(table)),
      here: (isHere) => this.#hear(isHere),
      end: (why) => (this.failed = new Refused(410, why)),
    });
  }

  choose = async (move: number): Promise<void> => {
    if (this.isBusy) return; // a second click is none
    const number = this.now!.number;
    await this.#change(
      () => api.move(this.id, this.#withDrawing, number, move),
      (table) => table.number > number || table.decided === move,
    );
    this.#unsent = this.failed instanceof NoAnswer ? { number, move } : null;
    if (this.#unsent && this.isHere) await this.#findOut();
  };

  /** In a lesson: a step that only tells was read. */
  readOn = (step: number): Promise<void> =>
    this.#change(
      () => api.readOn(this.id, this.#withDrawing, step),
      ({ lesson }) => !lesson || lesson.step > step || lesson.is_over,
    );

  undo = (): Promise<void> => {
    const { number } = this.now!;
    return this.#change(
      () => api.undo(this.id, this.#withDrawing, number),
      (table) => table.decided === null,
    );
  };

  /** Take back what was seen already: only bots play along, and it is practice from then on. */
  practise = (): Promise<void> => {
    const { number } = this.now!;
    return this.#change(
      () => api.undo(this.id, this.#withDrawing, number, true),
      (table) => table.practice,
    );
  };

  /** Ask all others to take back our last move, or to end a match that somebody has left. */
  askOthers = (wish: Ballot['wish']): Promise<void> =>
    this.#change(
      () => api.askOthers(this.id, this.#withDrawing, wish),
      (table) => table.ballot !== null || table.state === 'over',
    );

  answerOthers = (agrees: boolean): Promise<void> =>
    this.#change(
      () => api.answerOthers(this.id, this.#withDrawing, agrees),
      (table) => !table.ballot?.missing.includes(table.you ?? -1),
    );

  /** At a free seat, or at the one that we have left. */
  sit = (seat?: number, name = ''): Promise<void> =>
    this.#change(
      async () => {
        await somebody(name);
        const done = await api.sit(this.id, this.#withDrawing, seat);
        this.#live?.reopen(); // so far we were a spectator to it
        return done;
      },
      (table) => table.you !== null,
    );

  /** In a running match a bot plays on, until one comes back. */
  leave = (): Promise<void> =>
    this.#change(
      () => api.leave(this.id, this.#withDrawing),
      (table) => table.you === null,
    );

  /** Did we sit here? Whoever comes back much later is still offered their seat. */
  async #remember(): Promise<void> {
    await met;
    if (!who.me || this.now?.state !== 'running' || this.now.you !== null) return;
    const mine = await api.tables('mine').catch(() => []);
    this.hasLeft = mine.some((card) => card.id === this.id);
  }

  /** A new table for the same company; who asks second finds the one the first asked for. */
  async rematch(): Promise<string | null> {
    let id = this.now?.rematch ?? null;
    if (!id) await this.#ask(async () => void (id = (await api.rematch(this.id)).table));
    return id;
  }

  /** Do something, and be busy until the table shows it. */
  #change(change: () => Promise<Done>, isSeen: (table: TableView) => boolean): Promise<void> {
    return this.#ask(async () => {
      const { number } = await change();
      const isShown = (table: TableView): boolean =>
        table.number > number || (table.number === number && isSeen(table));
      await this.#told(isShown);
      if (!isShown(this.#newest)) await this.#see();
    });
  }

  /** What the server told last, though bots' turns before it may still be shown. */
  get #newest(): TableView {
    return this.pacer.newest ?? this.now!;
  }

  /** The live line tells it soon; not if it is down, or dead without our knowing. */
  #told(isShown: (table: TableView) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waits = null;
        resolve();
      };
      const timer = setTimeout(end, GRACE);
      this.#waits = () => (isShown(this.#newest) || !this.isHere) && end();
      this.#waits();
    });
  }

  async #ask(question: () => Promise<void>, isQuiet = false): Promise<void> {
    const heard = this.#heard;
    if (!isQuiet) this.isBusy = true;
    try {
      await question();
      if (!isQuiet || this.failed instanceof NoAnswer) this.failed = null;
    } catch (error) {
      this.failed = error;
      if (error instanceof Refused && error.table) this.#answer(error.table, heard);
    } finally {
      if (!isQuiet) this.isBusy = false;
    }
  }

  /** An answer that the live line has overtaken is old; what it says comes there too. */
  #answer(table: TableView, heard: number): void {
    if (heard !== this.#heard && table.number <= (this.now?.number ?? 0)) return;
    this.pacer.forget(table);
    this.#take(table);
  }

  #take(table: TableView): void {
    if (this.now) this.#tell(this.now, table);
    if (table.state === 'running' && table.you === null && isRunningWithUs(this.now))
      this.hasLeft = true;
    this.now = table;
    if (this.failed instanceof NotArrived && this.failed.number !== table.number) this.failed = null;
    this.#waits?.();
  }

  /** Back after a break: look how it is, and whether what we did last has arrived. */
  #hear(isHere: boolean): void {
    const isBack = isHere && !this.isHere;
    this.isHere = isHere;
    this.#waits?.();
    if (!isBack) return;
    void this.#findOut();
  }

  /** Nothing is sent again: whoever decides may think otherwise by now. */
  async #findOut(): Promise<void> {
    await this.look();
    const unsent = this.#unsent;
    if (!unsent || !this.now || this.failed instanceof NoAnswer) return;
    this.#unsent = null;
    const { answered, number, offers } = this.now;
    if (answered?.number === unsent.number && answered.move === unsent.move) {
      this.news = `${t('Your move arrived.')} ${this.news}`;
    } else {
      const isLater = answered !== null && answered.number > unsent.number;
      this.failed = new NotArrived(number, isLater, offers.length > 0);
    }
  }

  #tell(before: TableView, after: TableView): void {
    const lines = newsIn(before.log, after.log).slice(-TOLD);
    const isUndecided = before.decided !== null && after.decided === null;
    const isTakenBack = after.log.length < before.log.length || isUndecided;
    const turn = turnIn(before, after);
    const isAwaited = after.waits_for_chance && !before.waits_for_chance;
    if (lines.length || isAwaited || after.state !== before.state) {
      this.news = [...this.#inOneBreath(lines), turn].join(' ').trim();
    } else if (isTakenBack) {
      this.news = `${t('Taken back.')} ${turn}`;
    } else if (after.decided !== null && after.decided !== before.decided) {
      this.news = t('You have decided. You may still change your mind.');
    }
  }

  /** Bots answer at once: what they do must not silence what we did. */
  #inOneBreath(lines: string[]): string[] {
    const now = performance.now();
    const before = now - this.#toldAt < BREATH ? this.#breath : [];
    this.#toldAt = now;
    return (this.#breath = [...before, ...lines].slice(-TOLD));
  }
}

/** Whose turn it is, or how it ended; that chance is awaited is said once. */
function turnIn(before: TableView, after: TableView): string {
  if (after.state === 'over') return ending(after);
  return before.waits_for_chance && after.waits_for_chance ? '' : awaited(after);
}

function isRunningWithUs(table: TableView | null): boolean {
  return table?.state === 'running' && table.you !== null;
}
