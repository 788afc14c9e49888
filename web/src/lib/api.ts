/** What the server answers, and what it refuses. */
import type {
  Done,
  GameCard,
  Hint,
  Me,
  Replay,
  RulebookView,
  Sight,
  TableCard,
  TableView,
} from './types';

/** The server said no: a sentence for people, and the rule that forbids it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    readonly rule: string | null = null,
    readonly table: TableView | null = null,
  ) {
    super(sentence);
  }
}

/** No answer came: it may have arrived all the same. */
export class NoAnswer extends Error {
  constructor() {
    super('The server does not answer. Are you online?');
  }
}

export type NewSeat =
  | { kind: 'me' }
  | { kind: 'open' }
  | { kind: 'bot'; level: number }
  | { kind: 'program'; name: string };

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options: Record<string, string>;
  is_public: boolean;
  clock: { kind: 'move' | 'player'; seconds: number } | null;
  guide: boolean | null; // null: if all rivals are bots
}

export type Which = 'open' | 'running' | 'mine' | 'over';

export const api = {
  games: once(() => ask<GameCard[]>('GET', '/games')),
  rulebook: (game: string) => ask<RulebookView>('GET', `/games/${game}/rulebook`),

  me: () => ask<Me>('GET', '/me'),
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  beGuest: (name: string) => ask<Me>('POST', '/guests', { name }),
  openAccount: (name: string, password: string) => ask<Me>('POST', '/accounts', { name, password }),
  signIn: (name: string, password: string) => ask<Me>('POST', '/sessions', { name, password }),
  signOut: () => ask<null>('DELETE', '/sessions'),

  tables: (which: Which) => ask<TableCard[]>('GET', `/tables?which=${which}`),
  /** A list goes on after the last table one knows of; nothing when that was all. */
  moreTables: (which: Which, last: TableCard) =>
    ask<TableCard[]>('GET', `/tables?which=${which}&after=${last.id}`),
  // Drawings cost the server time; only a game without a board of its own is drawn.
  makeTable: (table: NewTable) => ask<Done>('POST', '/tables?drawing=false', table),
  table: (id: string, withDrawing: boolean) =>
    ask<TableView>('GET', `/tables/${id}?drawing=${withDrawing}`),
  sit: (id: string, withDrawing: boolean, seat?: number, invitation?: string) =>
    ask<Done>('POST', `/tables/${id}/seats?drawing=${withDrawing}`, { seat, invitation }),
  leave: (id: string, withDrawing: boolean) =>
    ask<Done>('DELETE', `/tables/${id}/seats?drawing=${withDrawing}`),
  rematch: (id: string) => ask<Done>('POST', `/tables/${id}/rematch?drawing=false`),
  move: (id: string, withDrawing: boolean, number: number, move: number) =>
    ask<Done>('POST', `/tables/${id}/moves?drawing=${withDrawing}`, { number, move }),
  undo: (id: string, withDrawing: boolean, number: number) =>
    ask<Done>('DELETE', `/tables/${id}/moves?drawing=${withDrawing}`, { number }),
  hint: (id: string) => ask<Hint>('GET', `/tables/${id}/hint`),

  replay: (id: string) => ask<Replay>('GET', `/tables/${id}/replay`),
  moment: (id: string, withDrawing: boolean, number: number, isOpen: boolean) =>
    ask<Sight>(
      'GET',
      `/tables/${id}/replay/${number}?drawing=${withDrawing}${isOpen ? '&sight=open' : ''}`,
    ),
  matchAddress: (id: string) => `/api/tables/${id}/match`,
  keepsakeAddress: (id: string, number: number) => `/api/tables/${id}/keepsakes/${number}`,
  /** What an event of the log brought along, by the number that its line has. */
  keepsake: async (id: string, number: number): Promise<Blob> =>
    (await answerTo('GET', `/tables/${id}/keepsakes/${number}`)).blob(),
};

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const told: unknown = await inJson(await answerTo(method, path, body));
  return told as Answer;
}

/** What the server answers, unless it refuses. */
async function answerTo(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`/api${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  }).catch(() => {
    throw new NoAnswer();
  });
  if (!answer.ok) throw refusal(answer.status, await inJson(answer));
  return answer;
}

function inJson(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

function refusal(status: number, told: unknown): Error {
  const { error, table } = (told ?? {}) as {
    error?: { sentence: string; rule: string | null };
    table?: TableView;
  };
  if (!error && status >= 502) return new NoAnswer();
  return new Refused(status, error?.sentence ?? `That failed (${status}).`, error?.rule, table);
}

/** Asked once, remembered as long as the page lives; asked again if it failed. */
function once<Answer>(question: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () =>
    (answer ??= question().catch((error: unknown) => {
      answer = undefined;
      throw error;
    }));
}
