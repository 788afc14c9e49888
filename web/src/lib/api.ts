/** What the server answers, and what it refuses. */
import { BASE } from './base';
import { askedBy } from './links';
import type {
  About,
  AwaitedAt,
  BallotView,
  BotsView,
  Company,
  Done,
  ExampleView,
  FriendsView,
  GameCard,
  Hint,
  InvitationView,
  Leaderboard,
  LessonCard,
  Me,
  Notices,
  PersonPage,
  PuzzleAnswer,
  PuzzleList,
  PuzzleShelf,
  PuzzleView,
  Replay,
  ReviewView,
  RulebookView,
  Sent,
  ShowingView,
  Sight,
  TableCard,
  TableView,
  Visitor,
} from './types';
import { t } from './speech.svelte';

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
    super(t('The server is not answering. Are you online?'));
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
  clock?: { kind: 'move' | 'player'; seconds: number } | null;
  guide: boolean | null; // null: if all rivals are bots
  counts?: boolean; // for ratings
}

/** A browser that lets itself be pushed to. */
export interface Pushed {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type Which = 'open' | 'running' | 'mine' | 'over';

export const api = {
  games: once(() => ask<GameCard[]>('GET', '/games')),
  bots: (game: string) => ask<BotsView>('GET', `/games/${game}/bots`),
  examples: once((game: string) => ask<ExampleView[]>('GET', `/games/${game}/examples`)),
  lessons: () => ask<LessonCard[]>('GET', '/lessons'),
  beginLesson: (game: string) => ask<Done>('POST', `/games/${game}/lesson`, {}),
  readOn: (id: string, drawing: boolean, step: number) =>
    ask<Done>('POST', at(id, '/lesson', { drawing }), { step }),
  rulebook: once((game: string) => ask<RulebookView>('GET', `/games/${game}/rulebook`)),

  me: async (): Promise<Me | null> => (await ask<Visitor>('GET', '/visitor')).me,
  rename: (name: string) => ask<Me>('PATCH', '/me', { name }),
  beGuest: (name: string) => ask<Me>('POST', '/guests', { name }),
  openAccount: (name: string, password: string) => ask<Me>('POST', '/accounts', { name, password }),
  signIn: (name: string, password: string) => ask<Me>('POST', '/sessions', { name, password }),
  signOut: () => ask<null>('DELETE', '/sessions'),

  about: once(() => ask<About>('GET', '/about')),
  changePassword: (old: string, wanted: string) =>
    ask<Me>('PUT', '/me/password', { old, new: wanted }),
  wantEmail: (email: string, password: string) => ask<Sent>('PUT', '/me/email', { email, password }),
  forgetEmail: (password: string) => ask<Me>('DELETE', '/me/email', { password }),
  confirmEmail: (token: string) => ask<Me>('POST', '/me/email/confirmed', { token }),
  forgotPassword: (name: string) => ask<Sent>('POST', '/passwords/forgotten', { name }),
  setPassword: (token: string, password: string) =>
    ask<Me>('PUT', '/passwords/forgotten', { token, password }),
  exportAddress: () => `${BASE}/api/me/export`,
  part: (password: string) => ask<null>('DELETE', '/me', { password }),

  notices: () => ask<Notices>('GET', '/me/notices'),
  addBrowser: (browser: Pushed) => ask<Notices>('PUT', '/me/browsers', browser),
  removeBrowser: (endpoint: string) => ask<Notices>('DELETE', '/me/browsers', { endpoint }),
  wishMail: (by_mail: boolean) => ask<Notices>('PUT', '/me/notices', { by_mail }),
  takeHoliday: (days: number) => ask<Notices>('PUT', '/me/holiday', { days }),
  endHoliday: () => ask<Notices>('DELETE', '/me/holiday'),
  awaitedAt: () => ask<AwaitedAt>('GET', '/me/awaited'),
  unsubscribe: (token: string) => ask<Sent>('POST', `/unsubscribe/${encodeURIComponent(token)}`),

  tables: (which: Which) => ask<TableCard[]>('GET', `/tables?which=${which}`),
  /** A list goes on after the last table one knows of; nothing when that was all. */
  moreTables: (which: Which, last: TableCard) =>
    ask<TableCard[]>('GET', `/tables?which=${which}&after=${last.id}`),
  // Drawings cost the server time; only a game without a board of its own is drawn.
  makeTable: (table: NewTable) => ask<Done>('POST', '/tables?drawing=false', table),
  table: (id: string, drawing: boolean) => ask<TableView>('GET', at(id, '', { drawing })),
  sit: (id: string, drawing: boolean, seat?: number) =>
    ask<Done>('POST', at(id, '/seats', { drawing }), { seat }),
  leave: (id: string, drawing: boolean) => ask<Done>('DELETE', at(id, '/seats', { drawing })),
  closeTable: (id: string) => ask<null>('DELETE', at(id, '')),
  rematch: (id: string) => ask<Done>('POST', at(id, '/rematch', { drawing: false })),
  move: (id: string, drawing: boolean, number: number, move: number) =>
    ask<Done>('POST', at(id, '/moves', { drawing }), { number, move }),
  /** `practice`: also what was seen already, where only bots play along. */
  undo: (id: string, drawing: boolean, number: number, practice = false) =>
    ask<Done>('DELETE', at(id, '/moves', { drawing }), { number, practice }),
  askOthers: (id: string, drawing: boolean, wish: BallotView['wish']) =>
    ask<Done>('POST', at(id, '/ballot', { drawing }), { wish }),
  answerOthers: (id: string, drawing: boolean, agrees: boolean) =>
    ask<Done>('PUT', at(id, '/ballot', { drawing }), { agrees }),
  hint: (id: string) => ask<Hint>('GET', at(id, '/hint')),
  /** What looks best, at once: nothing is simulated for it. */
  firstSight: (id: string) => ask<Hint>('GET', at(id, '/hint', { at_first_sight: true })),

  friends: () => ask<FriendsView>('GET', '/friends'),
  befriend: (id: string) => ask<FriendsView>('PUT', `/friends/${id}`),
  unfriend: (id: string) => ask<FriendsView>('DELETE', `/friends/${id}`),
  block: (id: string, is: boolean) => ask<FriendsView>(is ? 'PUT' : 'DELETE', `/blocked/${id}`),
  mute: (id: string, is: boolean) => ask<FriendsView>(is ? 'PUT' : 'DELETE', `/muted/${id}`),
  putBot: (id: string, seat: number, level: number) =>
    ask<Done>('POST', at(id, '/bots'), { seat, level }),
  invite: (id: string, person: string) => ask<Sent>('POST', at(id, '/invitations'), { person }),
  invitations: () => ask<InvitationView[]>('GET', '/invitations'),
  decline: (id: string) => ask<null>('DELETE', `/invitations/${id}`),
  say: (id: string, kind: 'phrase' | 'text', says: string) =>
    ask<Done>('POST', at(id, '/talk'), { kind, says }),
  report: (id: string, line: number) => ask<Sent>('POST', at(id, '/reports'), { line }),
  company: (id: string) => ask<Company>('GET', at(id, '/company')),
  person: (who: string) => ask<PersonPage>('GET', `/people/${encodeURIComponent(who)}`),
  leaderboard: (game: string) => ask<Leaderboard>('GET', `/leaderboard?game=${game}`),
  showing: () => ask<ShowingView>('GET', '/me/showing'),
  show: (wanted: ShowingView) => ask<ShowingView>('PUT', '/me/showing', wanted),

  replay: (id: string) => ask<Replay>('GET', at(id, '/replay')),
  moment: (id: string, drawing: boolean, number: number, isOpen: boolean) =>
    ask<Sight>('GET', at(id, `/replay/${number}`, { drawing, ...(isOpen && { sight: 'open' }) })),
  matchAddress: (id: string) => `${BASE}/api${at(id, '/match')}`,
  review: (id: string) => ask<ReviewView>('GET', at(id, '/coach')),
  coach: (id: string) => ask<ReviewView>('POST', at(id, '/coach')),
  again: (id: string, moves: number, chance: 'same' | 'new', level: number) =>
    ask<Done>('POST', at(id, '/again'), { moves, chance, level }),
  keepsakeAddress: (id: string, number: number) => `${BASE}/api${at(id, `/keepsakes/${number}`)}`,
  /**
   * What an event of the log brought along, by the number that its line has. Browsers keep it for
   * good, and where moves were taken back another event may have that number: `after` says how many.
   */
  keepsake: async (id: string, number: number, after = 0): Promise<Blob> => {
    const asked: Record<string, string> = after ? { after: String(after) } : {};
    return (await answerTo('GET', at(id, `/keepsakes/${number}`, asked))).blob();
  },

  puzzleShelves: () => ask<PuzzleShelf[]>('GET', '/puzzles'),
  puzzles: (game: string) => ask<PuzzleList>('GET', `/puzzles/${game}`),
  puzzle: (game: string, id: string, drawing: boolean) =>
    ask<PuzzleView>('GET', `/puzzles/${game}/${id}?drawing=${drawing}`),
  solve: (game: string, id: string, move: number) =>
    ask<PuzzleAnswer>('POST', `/puzzles/${game}/${id}`, { move }),
};

/** Something about a table, asked by the link that one has to it. */
function at(id: string, what: string, asked: Record<string, string | boolean> = {}): string {
  return `/tables/${id}${what}${askedBy(id, asked)}`;
}

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const told: unknown = await inJson(await answerTo(method, path, body));
  return told as Answer;
}

/** What the server answers, unless it refuses. */
async function answerTo(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`${BASE}/api${path}`, {
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
  return new Refused(status, error?.sentence ?? t('That failed ({status}).', { status }), error?.rule, table);
}

/**
 * Asked once, remembered as long as the page lives; asked again if it failed. Svelte's {#await} keeps
 * every answer that ever came, so what is large has to be the same each time.
 */
function once<Asked extends string[], Answer>(
  question: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...asked) => {
    const key = asked.join(' ');
    const known = answers.get(key);
    if (known) return known;
    const answer = question(...asked).catch((error: unknown) => {
      answers.delete(key);
      throw error;
    });
    answers.set(key, answer);
    return answer;
  };
}
