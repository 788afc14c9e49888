import { BASE } from './base';
import { askedBy } from './links';
import type { LiveChange, LiveTable, TableView, Told } from './types';

const PATIENCE = [0.5, 1, 2, 4, 8, 15]; // seconds before we call again
const PING = 20; // seconds between two pings
const APART = 3; // seconds; the server hangs up on more than five pings in ten
const CONNECTED = 15; // seconds until a new socket must be open
const ANSWERED = 10; // seconds until a ping must be answered: so silence is noticed within 30
const RETURNED = 5; // the same, when somebody comes back to the page
const LOOKED = 1; // seconds; who only leafs through tabs says nothing
const FINAL = [4403, 4404, 4410]; // why the server hangs up for good: not ours, not there, gone

/**
 * A table as it changes: a socket that comes back by itself, however often it is cut off.
 *
 * A browser does not notice that the other end of a socket is gone, after the network has changed or
 * the machine has slept. So whatever we ask must be answered in time, or the socket is replaced.
 */
export class Live {
  #socket: WebSocket | null = null;
  #table: TableView | null = null; // as this socket has told it
  #tries = 0;
  #isHere: boolean | null = null; // as was told last
  #heardAt = Date.now(); // when the server last said something
  #pingedAt = -Infinity;
  #dueAt = Infinity; // when the socket is given up unless it says something
  #again: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval>;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    private withDrawing: boolean,
    readonly hears: {
      table: (table: TableView) => void;
      here: (isHere: boolean) => void;
      end: (why: string) => void;
    },
  ) {
    this.#ping = setInterval(() => this.#say(ANSWERED), PING * 1000);
    document.addEventListener('visibilitychange', this.#turn);
    addEventListener('pageshow', this.#check);
    addEventListener('focus', this.#check);
    addEventListener('online', this.#check);
    addEventListener('offline', this.#lost);
    this.#open();
  }

  close(): void {
    clearInterval(this.#ping);
    document.removeEventListener('visibilitychange', this.#turn);
    removeEventListener('pageshow', this.#check);
    removeEventListener('focus', this.#check);
    removeEventListener('online', this.#check);
    removeEventListener('offline', this.#lost);
    clearTimeout(this.#again);
    this.#leave();
  }

  /** As somebody else, or with a drawing: a socket belongs to who opened it. */
  reopen(withDrawing = this.withDrawing): void {
    this.withDrawing = withDrawing;
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#again);
    this.#leave();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const asked = askedBy(this.id, { drawing: this.withDrawing });
    const address = `${scheme}://${location.host}${BASE}/api/tables/${this.id}/live${asked}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#table = null;
    this.#pingedAt = -Infinity;
    this.#expect(CONNECTED);
    // A socket that was replaced is not heard any more, however late it opens or speaks.
    socket.onopen = () => socket === this.#socket && this.#opened();
    socket.onmessage = (message) =>
      socket === this.#socket && this.#hear(JSON.parse(message.data as string) as Told);
    socket.onclose = (end) => socket === this.#socket && this.#hungUp(end);
  }

  /** The socket that we have is not ours any more; it may take minutes until it is closed. */
  #leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#soon);
    this.#heeded();
    socket?.close();
  }

  #opened(): void {
    this.#tries = 0;
    this.#heeded();
    this.#heardAt = Date.now();
    this.#tell(true);
    if (document.hidden) this.#say(ANSWERED);
  }

  #hear(told: Told): void {
    this.#heardAt = Date.now();
    this.#heeded();
    this.#tell(true);
    if (told.type === 'pong') return;
    this.#table = shown(this.#table, told);
    if (this.#table) this.hears.table(this.#table);
  }

  #tell(isHere: boolean): void {
    if (isHere !== this.#isHere) this.hears.here(isHere);
    this.#isHere = isHere;
  }

  // ── Is anybody there? ────────────────────────────────────────────────────────────────────────

  /** We are still here; and whether anybody looks, or is to be called. */
  #say(answered: number): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.#soon);
    const wait = this.#pingedAt + APART * 1000 - Date.now();
    if (wait > 0) {
      this.#soon = setTimeout(() => this.#say(answered), wait);
      return;
    }
    this.#pingedAt = Date.now();
    this.#expect(answered);
    this.#socket.send(JSON.stringify({ type: 'ping', ...(document.hidden && { is_hidden: true }) }));
  }

  /** Somebody comes back to the page: whether the server is still there is asked at once. */
  #check = (): void => {
    if (this.#socket === null) {
      this.#open();
      return;
    }
    // After a short while it is most likely still there; after a long one nobody is told so unasked.
    if (Date.now() - this.#heardAt > PING * 1000) this.#tell(false);
    this.#expect(RETURNED);
    this.#say(RETURNED);
  };

  #turn = (): void => {
    clearTimeout(this.#soon);
    if (document.hidden) this.#soon = setTimeout(() => this.#say(ANSWERED), LOOKED * 1000);
    else this.#check();
  };

  /** Something must be heard in so many seconds, or sooner if that was said before. */
  #expect(seconds: number): void {
    const dueAt = Date.now() + seconds * 1000;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    clearTimeout(this.#due);
    this.#due = setTimeout(this.#lost, seconds * 1000);
  }

  #heeded(): void {
    clearTimeout(this.#due);
    this.#dueAt = Infinity;
  }

  // ── Gone, and back ───────────────────────────────────────────────────────────────────────────

  #hungUp(end: CloseEvent): void {
    if (!FINAL.includes(end.code)) return this.#lost();
    this.close();
    this.hears.end(end.reason);
  }

  /** Also when the browser lost its network, which the socket would not notice for minutes. */
  #lost = (): void => {
    this.#leave();
    this.#tell(false);
    const seconds = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!;
    clearTimeout(this.#again);
    // Not all at the same moment when a server comes back.
    this.#again = setTimeout(() => this.#open(), seconds * 1000 * (0.75 + Math.random() / 2));
  };

}

/** The table, after what was told of it: all of it at first, then only what has changed. */
function shown(before: TableView | null, told: LiveTable | LiveChange): TableView | null {
  if (told.type === 'table') return told.table;
  return before && { ...before, ...told.changed, log: [...before.log.slice(0, told.same), ...told.log] };
}
