import { BASE } from './base';
import { askedBy } from './links';
import type { LiveChange, LiveTable, TableView, Told } from './types';

const PATIENCE = [0.5, 1, 2, 4, 8, 15]; // seconds before we call again
const PING = 20;
const FINAL = [4403, 4404, 4410]; // why the server hangs up for good: not ours, not there, gone

/** A table as it changes: a socket that comes back by itself, however often it is cut off. */
export class Live {
  #socket: WebSocket | null = null;
  #table: TableView | null = null; // as this socket has told it
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval>;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    readonly id: string,
    readonly withDrawing: boolean,
    readonly hears: {
      table: (table: TableView) => void;
      here: (isHere: boolean) => void;
      end: (why: string) => void;
    },
  ) {
    this.#ping = setInterval(this.#say, PING * 1000);
    document.addEventListener('visibilitychange', this.#turn);
    addEventListener('online', this.#now);
    addEventListener('offline', this.#gone);
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#soon);
    document.removeEventListener('visibilitychange', this.#turn);
    clearTimeout(this.#again);
    removeEventListener('online', this.#now);
    removeEventListener('offline', this.#gone);
    this.#socket?.close();
  }

  /** As somebody else: a socket belongs to who opened it. */
  reopen(): void {
    const socket = this.#socket;
    this.#open();
    socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const asked = askedBy(this.id, { drawing: this.withDrawing });
    const address = `${scheme}://${location.host}${BASE}/api/tables/${this.id}/live${asked}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#table = null;
    socket.onopen = () => {
      this.#tries = 0;
      this.hears.here(true);
      if (document.hidden) this.#say();
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data as string) as Told);
    socket.onclose = (end) => socket === this.#socket && this.#hungUp(end);
  }

  #hear(told: Told): void {
    if (told.type === 'pong') return;
    this.#table = shown(this.#table, told);
    if (this.#table) this.hears.table(this.#table);
  }

  /** We are still here; and whether anybody looks, or is to be called. */
  #say = (): void => {
    const ping = JSON.stringify({ type: 'ping', ...(document.hidden && { is_hidden: true }) });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(ping);
  };

  /** Whoever only leafs through tabs says nothing. */
  #turn = (): void => {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(this.#say, 1000);
  };

  #hungUp(end: CloseEvent): void {
    if (this.#isClosed || !FINAL.includes(end.code)) return this.#lost();
    this.close();
    this.hears.end(end.reason);
  }

  #lost(): void {
    if (this.#isClosed) return;
    this.hears.here(false);
    const seconds = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!;
    clearTimeout(this.#again);
    // Not all at the same moment when a server comes back.
    this.#again = setTimeout(() => this.#open(), seconds * 1000 * (0.75 + Math.random() / 2));
  }

  #now = (): void => {
    clearTimeout(this.#again);
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#open();
  };

  #gone = (): void => {
    // A browser that lost its network does not notice by itself for minutes.
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  };
}

/** The table, after what was told of it: all of it at first, then only what has changed. */
function shown(before: TableView | null, told: LiveTable | LiveChange): TableView | null {
  if (told.type === 'table') return told.table;
  return before && { ...before, ...told.changed, log: [...before.log.slice(0, told.same), ...told.log] };
}
