// Made by `python -m templetop.server.typescript`; what is written here by hand will be lost.

/** What is counted for each seat in the course of a match. */
export interface Measure {
  one: string;
  many: string;
  decides: boolean;
}

/** A paragraph, a drawing, a list with a row for each point, or a table, its head first. */
export interface Block {
  kind: 'text' | 'drawing' | 'list' | 'table';
  text: string;
  rows: string[][];
}

/** All that stands under a heading besides sentences. */
export interface Note {
  heading: string;
  blocks: Block[];
}

/** Whether the server is well. */
export interface Health {
  version: string;
  sentence: string;
}

/** For how many days things that nobody needs are stored; 0 means for ever. */
export interface Days {
  waiting: number;
  running: number;
  over: number;
  guests: number;
}

/** What visitors should know about this server. */
export interface About {
  version: string;
  sends_mail: boolean;
  keeps: Days;
}

/** One setting of an option. */
export interface ChoiceView {
  name: string;
  called: string;
  says: string;
  seats: number[] | null;
}

/** Numbers that may be changed: as they are usually, and how far each may be changed. */
export interface NumbersView {
  values: number[];
  low: number;
  high: number;
  total: number[] | null;
}

/** Something to agree on before a match: choices, the first is the usual one; or numbers. */
export interface OptionView {
  name: string;
  called: string;
  says: string;
  choices: ChoiceView[];
  numbers: NumbersView | null;
  only_with: Record<string, string[]>;
  only_seats: number[] | null;
}

/** Settings with a name, by the operator of this server; everything else is as usual. */
export interface VariantView {
  name: string;
  says: string;
  options: Record<string, string>;
}

/** How strong a bot can be. */
export interface LevelView {
  level: number;
  says: string;
}

/** A game that can be played here. */
export interface GameCard {
  id: string;
  name: string;
  says: string;
  seats: number[];
  options: OptionView[];
  variants: VariantView[];
  levels: LevelView[];
  programs: string[];
  measure: Measure | null;
  puzzles: boolean;
}

/** The lesson of a game, how far you are, and which bots are a match for you. */
export interface LessonCard {
  game: string;
  minutes: number;
  table: string | null;
  is_done: boolean;
  level: number;
}

/** A line of a rulebook: a sentence with its number, or a heading. */
export interface EntryView {
  number: string;
  text: string;
  source: string;
  is_heading: boolean;
  is_background: boolean;
}

/** A word of a rulebook, and what it means there. */
export interface Term {
  word: string;
  means: string;
}

/** A thing on the board, by the name that the board gives it, and what it is. */
export interface PieceView {
  name: string;
  says: string;
  rule: string;
}

/** A sentence of the rules in short, and the rules that it stands for. */
export interface ShortView {
  says: string;
  rules: string[];
}

/** A table that shows how a rule is meant. */
export interface ExampleView {
  rule: string;
  title: string;
  says: string;
  view: unknown;
  targets: object[];
  names: string[];
}

/** The rules of a game as they are played here. */
export interface RulebookView {
  name: string;
  intro: string;
  language: string;
  marks: string;
  terms: Term[];
  entries: EntryView[];
  notes: Note[];
  pieces: PieceView[];
  short: ShortView[];
}

/** The person who asks. */
export interface Me {
  id: string;
  name: string;
  is_guest: boolean;
  email: string | null;
}

/** The person who asks, if there is a session. */
export interface Visitor {
  me: Me | null;
}

/** The request was carried out; the sentence says what happened, as far as you may know. */
export interface Sent {
  sentence: string;
}

/** A browser in which somebody is signed in. */
export interface KeptSession {
  made_at: string;
  seen_at: string;
}

/** A table where somebody sits or sat, and what they did there. */
export interface KeptTable {
  id: string;
  game: string;
  state: 'waiting' | 'running' | 'over';
  made_at: string;
  seat: number;
  name: string;
  has_left: boolean;
  result: 'won' | 'drawn' | 'lost' | null;
  moves: [number, number][];
  said: string[];
}

/** A deal that others played, too, and how somebody did. */
export interface KeptPlay {
  deal: string;
  table: string | null;
  seat: number;
  began_at: string;
  ended_at: string | null;
  result: 'won' | 'drawn' | 'lost' | null;
  points: number | null;
  gave_up: boolean;
  apart: boolean;
}

/** Days during which somebody's clocks were stopped. */
export interface KeptHoliday {
  begins: string;
  ends: string;
}

/** A browser in which somebody is notified of turns. */
export interface KeptBrowser {
  endpoint: string;
  made_at: string;
}

/** A puzzle that somebody has tried, and whether the first answer was right. */
export interface KeptPuzzle {
  game: string;
  puzzle: string;
  solved: boolean;
  tried_at: string;
}

/** All that is kept about somebody. */
export interface Export {
  id: string;
  name: string;
  account: string | null;
  email: string | null;
  made_at: string;
  seen_at: string;
  sessions: KeptSession[];
  tables: KeptTable[];
  notices_by_mail: boolean;
  browsers: KeptBrowser[];
  holidays: KeptHoliday[];
  club: KeptClub;
  plays: KeptPlay[];
  duplicates: string[];
  puzzles: KeptPuzzle[];
}

/** How a person is notified of turns, and their holidays. */
export interface Notices {
  push_key: string | null;
  browsers: string[];
  can_mail: boolean;
  by_mail: boolean;
  holiday_until: string | null;
  holidays_left: number;
}

/** How many tables wait for a person. */
export interface AwaitedAt {
  tables: number;
}

/** A seat as everyone sees it; `is_you` is the only part that depends on the viewer. */
export interface SeatView {
  seat: number;
  name: string;
  kind: 'person' | 'bot' | 'open';
  level: number | null;
  program: string | null;
  is_replaced: boolean;
  is_you: boolean;
  is_awaited: boolean;
  has_decided: boolean;
  side: number;
  points: number;
  place: number | null;
  result: 'won' | 'drawn' | 'lost' | null;
  seconds_left: number | null;
  is_here: boolean;
  has_left: boolean;
  away_until: string | null;
  rated: number[] | null;
}

/** A chat line at a table. */
export interface TalkLine {
  number: number;
  seat: number;
  kind: 'phrase' | 'text';
  says: string;
  at: number;
}

/** A move that you may make. */
export interface Offer {
  move: number;
  kind: string;
  code: string;
  says: string;
  target: object;
}

/** What was done, as far as you may know it; a happening has parts, which are lines as well. */
export interface LogLine {
  number: number;
  last: number;
  seat: number | null;
  says: string;
  target: object | null;
  parts: LogLine[];
  keepsake: number | null;
  by_odds: boolean;
  kind: string;
}

/** How many seconds there are for each move, or for all moves of a player. */
export interface Clock {
  kind: 'move' | 'player';
  seconds: number;
}

/** A table in a list. */
export interface TableCard {
  id: string;
  game: string;
  name: string;
  seats: SeatView[];
  state: 'waiting' | 'running' | 'over';
  is_public: boolean;
  awaits_you: boolean;
  made_at: string;
  moves: number;
  guide: boolean;
  practice: boolean;
  lesson: boolean;
  counts: boolean;
  closed: string | null;
  clock: Clock | null;
  deal: string | null;
}

/** The table at which something was done, and the number that it has now. */
export interface Done {
  table: string;
  number: number;
}

/** What a seat decided last, and the number that was the answer to. */
export interface Answered {
  number: number;
  move: number;
}

/** A vote that a person at the table has requested. */
export interface BallotView {
  wish: 'undo' | 'end';
  seat: number;
  agreed: number[];
  missing: number[];
}

/** What a step of a lesson says. */
export interface SaidView {
  title: string;
  says: string;
  rules: string[];
  pieces: string[];
  targets: object[];
}

/** A move that may be tried because the rules forbid it. */
export interface AttemptView {
  move: number;
  says: string;
}

/** How far a lesson has come; steps that follow are not included. */
export interface LessonView {
  title: string;
  step: number;
  steps: number;
  said: SaidView[];
  asks: boolean;
  tries: AttemptView[];
  is_over: boolean;
  is_rewritten: boolean;
}

/** A table as you may see it. */
export interface TableView {
  id: string;
  game: string;
  game_name: string;
  measure: Measure | null;
  options: Record<string, string>;
  state: 'waiting' | 'running' | 'over';
  is_public: boolean;
  invitation: string | null;
  admission: string | null;
  clock: Clock | null;
  seats: SeatView[];
  you: number | null;
  number: number;
  moves: number;
  waits_for_chance: boolean;
  view: unknown;
  drawing: string;
  offers: Offer[];
  decided: number | null;
  answered: Answered | null;
  log: LogLine[];
  can_undo: boolean;
  can_practise: boolean;
  can_ask_undo: boolean;
  can_ask_end: boolean;
  ballot: BallotView | null;
  practice: boolean;
  notices: LogLine[];
  winner_says: string | null;
  breakdown: Record<string, number>[];
  rematch: string | null;
  guide: boolean;
  can_close: boolean;
  lesson: LessonView | null;
  counts: boolean;
  talk: TalkLine[];
  deal: string | null;
}

/** How somebody did in a deal. */
export interface ResultLine {
  place: number | null;
  name: string;
  result: 'won' | 'drawn' | 'lost' | null;
  points: number;
  gave_up: boolean;
  is_you: boolean;
  table: string | null;
  apart: boolean;
}

/** The best match of a day that is over, to be watched. */
export interface BestMatch {
  day: string;
  line: ResultLine;
}

/** The deal of a day in one game. */
export interface DailyDeal {
  game: string;
  name: string;
  measure: Measure | null;
  seats: number;
  level: number | null;
  options: Record<string, string>;
  state: 'new' | 'running' | 'over' | 'missed';
  table: string | null;
  players: number;
  mine: ResultLine | null;
  percentile: number | null;
  results: ResultLine[];
  best: BestMatch | null;
}

/** A day, and its deals. */
export interface DailyView {
  day: string;
  before: string;
  is_today: boolean;
  is_over: boolean;
  ends_at: string;
  counts_until: string;
  is_listed: boolean;
  deals: DailyDeal[];
}

/** A deal of a day that you have played. */
export interface DailyPast {
  day: string;
  game: string;
  name: string;
  measure: Measure | null;
  line: ResultLine;
  is_counted: boolean;
  percentile: number | null;
  players: number;
}

/** The result that was possible in a match with full knowledge of what was hidden. */
export interface Bound {
  found: number;
  most: number;
}

/** How good a match was that somebody played alone. */
export interface Goal {
  points: number;
  best: number | null;
  matches: number;
  is_coming: boolean;
  bound: Bound | null;
}

/** The most that somebody has got alone in a game, in one way of playing it. */
export interface OwnBest {
  game: string;
  name: string;
  measure: Measure | null;
  options: Record<string, string>;
  points: number;
  table: string;
  matches: number;
  bound: Bound | null;
}

/** A member of a duplicate. */
export interface MemberView {
  number: number;
  name: string;
  team: number;
  seat: number;
  is_you: boolean;
  played: number;
  total: number | null;
}

/** A member's result in one of the deals, compared with all others in the same seat. */
export interface Cell {
  member: number;
  result: 'won' | 'drawn' | 'lost' | null;
  points: number;
  gave_up: boolean;
  score: number | null;
  table: string | null;
}

/** One of the deals. */
export interface DuplicateDeal {
  number: number;
  state: 'new' | 'running' | 'over';
  table: string | null;
  done: number;
  cells: Cell[];
}

/** The same deals for several people, compared with each other. */
export interface Duplicate {
  id: string;
  game: string;
  name: string;
  measure: Measure | null;
  options: Record<string, string>;
  seats: number[];
  made_at: string;
  members: MemberView[];
  you: number | null;
  is_full: boolean;
  waits: boolean;
  deals: DuplicateDeal[];
}

/** A duplicate in a list. */
export interface DuplicateCard {
  id: string;
  game: string;
  name: string;
  made_at: string;
  deals: number;
  played: number;
  members: number;
}

/** Somebody in a list. */
export interface PersonCard {
  id: string;
  name: string;
  muted: boolean;
}

/** Your friends, and who might become one. */
export interface FriendsView {
  friends: PersonCard[];
  asking: PersonCard[];
  asked: PersonCard[];
  blocked: PersonCard[];
  met: PersonCard[];
}

/** A free seat that a friend offers you. */
export interface InvitationView {
  table: TableCard;
  by: string;
  link: string;
}

/** How strong somebody is: 1500 at first; 400 more means ten wins for every loss. */
export interface RatingView {
  rating: number;
  is_provisional: boolean;
  matches: number;
}

/** The person at a seat, as far as you may know. */
export interface Companion {
  seat: number;
  person: string | null;
  has_page: boolean;
  rating: RatingView | null;
  tie: 'none' | 'asks' | 'asked' | 'friend' | 'blocked';
  muted: boolean;
  is_you: boolean;
}

/** Who sits at a table, and what you may say there. */
export interface Company {
  seats: Companion[];
  may_talk: boolean;
  may_chat: boolean;
}

/** A match that counted, and what it did to a rating. */
export interface RatedMoment {
  at: string;
  table: string;
  rating: number;
  gained: number;
}

/** Somebody's rating in a game, over time. */
export interface RatedGame {
  game: string;
  name: string;
  rating: RatingView;
  history: RatedMoment[];
}

/** A match that somebody has played to its end. */
export interface PlayedMatch {
  table: string;
  game: string;
  name: string;
  made_at: string;
  others: string[];
  result: 'won' | 'drawn' | 'lost' | null;
  points: number | null;
  gained: number | null;
}

/** How somebody does in a game; points are means, and the field is all others they played. */
export interface GameFigures {
  game: string;
  name: string;
  matches: number;
  won: number;
  points: number | null;
  field: number | null;
}

/** A match in which somebody was far ahead of the field. */
export interface BestDeal {
  table: string;
  game: string;
  name: string;
  made_at: string;
  points: number;
  ahead: number | null;
}

/** What somebody's matches come to. */
export interface Figures {
  favourite: string | null;
  games: GameFigures[];
  best: BestDeal[];
}

/** Somebody with an account; what they do not show you is null. */
export interface PersonPage {
  id: string;
  name: string;
  since: string;
  is_you: boolean;
  tie: 'none' | 'asks' | 'asked' | 'friend' | 'blocked';
  muted: boolean;
  ratings: RatedGame[] | null;
  matches: PlayedMatch[] | null;
  figures: Figures | null;
}

/** A person in a leaderboard. */
export interface Standing {
  person: string;
  name: string;
  rating: RatingView;
  is_you: boolean;
}

/** The rating of the bots of a level. */
export interface Mark {
  level: number;
  rating: number;
}

/** The best players of a game who show their rating, and the bots among them. */
export interface Leaderboard {
  game: string;
  name: string;
  people: Standing[];
  newcomers: Standing[];
  marks: Mark[];
  is_measured: boolean;
}

/** Who may see what on your page. */
export interface ShowingView {
  rating: 'everybody' | 'friends' | 'nobody';
  matches: 'everybody' | 'friends' | 'nobody';
  figures: 'everybody' | 'friends' | 'nobody';
}

/** What a match did to somebody's rating. */
export interface KeptRating {
  table: string;
  game: string;
  at: string;
  rating: number;
  gained: number;
}

/** A friend, somebody who was asked, muted or blocked. */
export interface KeptTie {
  person: string;
  kind: string;
  muted: boolean;
}

/** What is stored about a person's ratings, relations and reports. */
export interface KeptClub {
  ratings: KeptRating[];
  ties: KeptTie[];
  showing: ShowingView;
  reported: string[];
}

/** A move that the strongest bot weighed in your place. */
export interface WeighedView {
  move: number;
  code: string;
  says: string;
  visits: number;
  values: number[];
  points: number[];
  share: number;
}

/** A move of the line that the strongest bot expects. */
export interface Step {
  seat: number | null;
  says: string;
}

/** What the strongest bot would do, the best first. */
export interface Hint {
  weighed: WeighedView[];
  line: Step[];
  simulations: number;
}

/** Whether the bots of a game search, as they should; until then they play at first sight. */
export interface BotsView {
  is_ready: boolean;
  is_coming: boolean;
  before: number;
  part: number;
}

/** A line of the log, and the points after its last move: one step of a replay. */
export interface Moment {
  number: number;
  last: number;
  seat: number | null;
  says: string;
  target: object | null;
  parts: LogLine[];
  keepsake: number | null;
  by_odds: boolean;
  kind: string;
  points: number[];
}

/** A match from its beginning, as far as you may know it. */
export interface Replay {
  seats: SeatView[];
  measure: Measure | null;
  start: number[];
  moments: Moment[];
}

/** The table at one moment. */
export interface Sight {
  view: unknown;
  drawing: string;
  points: number[];
  open: unknown[];
}

/** A mean, and its margin: the true value is that close to it 19 times out of 20. */
export interface Measured {
  mean: number;
  margin: number;
}

/** A decision that cost something: what was done, and what would have been better. */
export interface VerdictView {
  number: number;
  made: Offer;
  better: Offer;
  mixed: boolean;
  moves: number;
  lost: Measured;
  cost: Measured;
  expected: number;
  after: number;
  deep: boolean;
  sure: boolean;
  better_line: string[];
  made_line: string[];
}

/** A seat's prospects before a decision, if it had decided well. */
export interface Height {
  number: number;
  outlook: number;
  expected: number;
}

/** How a seat came to its result: start + own + others + chance = result. */
export interface AccountView {
  start: Measured;
  own: Measured;
  others: Measured | null;
  chance: Measured;
  result: number;
}

/** What the coach says to one seat. */
export interface SeatReview {
  seat: number;
  decisions: number;
  curve: Height[];
  moments: number[];
  costliest: VerdictView[];
  account: AccountView | null;
}

/** What the coach has found out about a match, and how far it has come. */
export interface ReviewView {
  stage: 'none' | 'first' | 'deep' | 'others' | 'done' | 'failed';
  done: number;
  total: number;
  unit: 'lead' | 'points' | 'chances';
  has_chance: boolean;
  seats: SeatReview[];
}

/** The puzzles of a game, and how many of them somebody has tried and solved. */
export interface PuzzleShelf {
  game: string;
  name: string;
  count: number;
  tried: number;
  solved: number;
}

/** A puzzle in a list. */
export interface PuzzleCard {
  id: string;
  difficulty: number;
  solved: boolean | null;
}

/** All puzzles of a game, the easiest first. */
export interface PuzzleList {
  game: string;
  name: string;
  puzzles: PuzzleCard[];
}

/** A position in which one move is clearly best. */
export interface PuzzleView {
  id: string;
  game: string;
  game_name: string;
  options: Record<string, string>;
  difficulty: number;
  you: number;
  seats: SeatView[];
  measure: Measure | null;
  view: unknown;
  drawing: string;
  offers: Offer[];
  log: LogLine[];
}

/** Whether it was the best move, and what was. */
export interface PuzzleAnswer {
  right: boolean;
  best: Offer;
  margin: number;
  found_by: number[];
  lost: Measured | null;
  cost: Measured | null;
  unit: 'lead' | 'points' | 'chances';
  line: string[];
}

/** Why something cannot be done, the rule that says so, and a name of it for programs. */
export interface Problem {
  sentence: string;
  rule: string | null;
  code: string;
}

/** The answer to whatever cannot be done; after a stale number, with the table as it is. */
export interface Refused {
  error: Problem;
  table: TableView | null;
}

/** The whole table: the first message on a socket. */
export interface LiveTable {
  table: TableView;
  type: 'table';
}

/** What has changed at the table since the last message. */
export interface LiveChange {
  changed: Record<string, unknown>;
  same: number;
  log: LogLine[];
  type: 'change';
}

/** The answer to a ping. */
export interface Pong {
  type: 'pong';
}

export type Told = LiveTable | LiveChange | Pong;

/** A tile, laid or called. */
export interface KarubaTileView {
  number: number;
  drawing: string;
  steps: number;
  shows: string;
}

/** One colour: where its adventurers set out, where its temples stand, what is left there. */
export interface KarubaTempleView {
  colour: string;
  beach: number | null;
  temple: number | null;
  treasures: number[];
}

/** A space with a tile on it. */
export interface KarubaSpaceView {
  space: number;
  name: string;
  tile: KarubaTileView;
  treasure: string;
}

/** Where an adventurer is, and what it found. */
export interface KarubaAdventurerView {
  colour: string;
  at: string;
  space: number | null;
  treasure: number;
}

/** One seat's island and what the seat has gathered. */
export interface KarubaIslandView {
  seat: number;
  spaces: KarubaSpaceView[];
  adventurers: KarubaAdventurerView[];
  crystals: number;
  gold: number;
  laid: number;
  points: number;
  place: number;
}

/** What cannot be done now, and the move that is refused with the reason. */
export interface KarubaClosedView {
  number: number | null;
  adventurer: string | null;
  refused: number;
}

/** The table, as this seat or a spectator sees it. */
export interface KarubaView {
  seat: number | null;
  asks: string | null;
  phase: string;
  tile: KarubaTileView | null;
  stack: number[];
  to_come: number;
  paths_to_come: Record<string, number>;
  gold: number | null;
  colours: KarubaTempleView[];
  islands: KarubaIslandView[];
  placing: string | null;
  closed: KarubaClosedView[];
  first_move: number | null;
}

/** The called tile, on a space of the seat's island. */
export interface KarubaLay {
  kind: 'lay';
  seat: number;
  tile: number;
  space: number;
}

/** The called tile, out of the game. */
export interface KarubaDiscard {
  kind: 'discard';
  seat: number;
  tile: number;
}

/** An adventurer, its goal, and a shortest way there. */
export interface KarubaWalk {
  kind: 'walk';
  words: 'to space' | 'to crystal' | 'to gold' | 'to temple';
  seat: number;
  tile: number;
  adventurer: string;
  to: number | 'temple';
  path: number[];
}

/** The adventurer of a colour, on a beach number of all islands. */
export interface KarubaPlaceAdventurer {
  kind: 'place adventurer';
  colour: string;
  beach: number;
}

/** The temple of a colour, on a temple number of all islands. */
export interface KarubaPlaceTemple {
  kind: 'place temple';
  colour: string;
  temple: number;
}

/** The tile that everyone decides about. */
export interface KarubaCall {
  kind: 'call';
  tile: number;
}

export type KarubaTarget = KarubaLay | KarubaDiscard | KarubaWalk | KarubaPlaceAdventurer | KarubaPlaceTemple | KarubaCall;

/** A card. */
export interface KarubaCardsCardView {
  number: number;
  drawing: string;
  shows: string;
  adventurer: string | null;
  temple: string | null;
}

/** A space with a card on it. */
export interface KarubaCardsSpaceView {
  space: number;
  name: string;
  card: KarubaCardsCardView;
}

/** What an island may spread over: so many columns and rows, from the first of each. */
export interface KarubaCardsReach {
  column: number;
  row: number;
  columns: number;
  rows: number;
}

/** A space where the next card may be laid. */
export interface KarubaCardsOpenSpaceView {
  space: number;
  name: string;
}

/** One colour on one island. */
export interface KarubaCardsColourView {
  colour: string;
  is_home: boolean;
  points: number;
  path: number[];
  says: string;
}

/** What everyone sees of a seat. */
export interface KarubaCardsSeatView {
  seat: number;
  spaces: KarubaCardsSpaceView[];
  columns: number;
  rows: number;
  reach: KarubaCardsReach | null;
  open_to_cards: KarubaCardsOpenSpaceView[];
  sum: number;
  is_lowest: boolean;
  discarded: number | null;
  played: KarubaCardsCardView[];
  discards: KarubaCardsCardView[];
  unseen: number[];
  in_hand: number;
  in_pile: number;
  colours: KarubaCardsColourView[];
  points: number;
  place: number;
}

/** A space where it may not; who tries the move all the same is told why. */
export interface KarubaCardsClosedSpaceView {
  space: number;
  move: number;
}

/** The table, as this seat or a spectator sees it. */
export interface KarubaCardsView {
  seat: number | null;
  asks: string | null;
  round: number;
  round_says: string;
  phase: string;
  frame: number;
  seats: KarubaCardsSeatView[];
  closed_to_cards: KarubaCardsClosedSpaceView[];
  hand: KarubaCardsCardView[];
  pile: KarubaCardsCardView[];
}

/** A card played, on a space of the seat's island. */
export interface KarubaCardsLay {
  kind: 'lay';
  seat: number;
  card: number;
  space: number;
  then: KarubaCardsReach;
}

/** Two cards of the hand, to be turned face up. */
export interface KarubaCardsPlay {
  kind: 'play';
  seat: number;
  cards: number[];
  sum: number;
}

/** One of the two cards played, out of the game. */
export interface KarubaCardsDiscard {
  kind: 'discard';
  seat: number;
  card: number;
}

/** A card of the pile, into the hand. */
export interface KarubaCardsDraw {
  kind: 'draw';
  seat: number;
  card: number;
  round: number;
}

export type KarubaCardsTarget = KarubaCardsLay | KarubaCardsPlay | KarubaCardsDiscard | KarubaCardsDraw;

/** Where something lies on the ground: a square or a space. */
export interface CacaoSpot {
  column: number;
  row: number;
}

/** The question that a seat is asked about its workers. */
export interface CacaoWorkView {
  seat: number;
  tile: string | null;
  workers: number;
}

/** A worker tile on the ground. */
export interface CacaoWorkerTileView {
  square: number;
  name: string;
  column: number;
  row: number;
  seat: number;
  workers: number[];
  is_covered: boolean;
  is_on_top: boolean;
}

/** A jungle tile on the ground. */
export interface CacaoJungleTileView {
  space: number;
  name: string;
  column: number;
  row: number;
  mark: string;
  tile: string;
  is_new: boolean;
}

/** How a temple would be scored now. */
export interface CacaoTempleView {
  space: number;
  name: string;
  workers: number[];
  gold: number[];
}

/** One seat's board, and as much of its tiles as may be seen. */
export interface CacaoPlayerView {
  seat: number;
  colour: string;
  gold: number;
  cacao: number;
  suns: number;
  water: number;
  water_gold: number;
  hand_size: number;
  deck_size: number;
  unlaid: Record<string, number>;
  hand: Record<string, number> | null;
  points: number;
  place: number;
}

/** The table, as this seat or a spectator sees it. */
export interface CacaoView {
  seat: number | null;
  asks: string | null;
  phase: string;
  active: number | null;
  square: string | null;
  laying: CacaoSpot | null;
  to_fill: string[];
  filling: CacaoSpot[];
  work: CacaoWorkView | null;
  display: Record<string, number>;
  pile: Record<string, number>;
  worker_tiles: CacaoWorkerTileView[];
  jungle_tiles: CacaoJungleTileView[];
  ground: number;
  temples: CacaoTempleView[];
  players: CacaoPlayerView[];
  storage: number;
  sun_places: number;
  water_track: number[];
  first_move: number | null;
}

/** So many workers beside a jungle tile, or beside a space that is filled then. */
export interface CacaoEdge {
  spot: CacaoSpot;
  tile: string | null;
  workers: number;
}

/** A worker tile of the hand, turned so, on the square of this turn. */
export interface CacaoTurn {
  kind: 'turn';
  words: 'to work' | 'to wait';
  seat: number;
  spot: CacaoSpot;
  tile: string;
  workers: number[];
  edges: CacaoEdge[];
  finds: string;
}

/** A jungle tile on a space. */
export interface CacaoFilling {
  spot: CacaoSpot;
  tile: string;
  workers: number[];
}

/** A jungle tile of the display, and the other one where that follows. */
export interface CacaoFill {
  kind: 'fill';
  words: 'one' | 'both';
  seat: number;
  fillings: CacaoFilling[];
}

/** An edge of workers that acts before the others, and the tiles it may be at. */
export interface CacaoChoose {
  kind: 'choose';
  words: 'one' | 'many';
  seat: number;
  tile: string;
  workers: number;
  sites: CacaoSpot[];
  label: string;
}

/** So many workers act, or fruits are sold, at jungle tiles of one kind. */
export interface CacaoAct {
  kind: 'act';
  words: string;
  seat: number;
  tile: string;
  number: number;
  each: number;
  is_sale: boolean;
  sites: CacaoSpot[];
  label: string;
}

/** The square where the worker tile of this turn will lie. */
export interface CacaoSquare {
  kind: 'square';
  words: 'free' | 'over';
  seat: number;
  spot: CacaoSpot;
  is_over: boolean;
  filling: CacaoSpot[];
}

/** A worker tile from the deck, into the hand. */
export interface CacaoDraw {
  kind: 'draw';
  words: 'dealing' | 'drawing';
  seat: number;
  tile: string;
}

/** A jungle tile turned up from the pile. */
export interface CacaoReveal {
  kind: 'reveal';
  words: 'display' | 'space';
  tile: string;
  spot: CacaoSpot | null;
}

export type CacaoTarget = CacaoTurn | CacaoFill | CacaoChoose | CacaoAct | CacaoSquare | CacaoDraw | CacaoReveal;

/** Where something is, or may be. */
export interface KarmagganSpace {
  name: string;
  ring: string;
  row: string;
  column: number;
  number: number;
  tile: string;
}

/** What is to be decided or rolled now, and what it is about. */
export interface KarmagganQuestionView {
  phase: string;
  seats: number[];
  card: string | null;
  piece: number | null;
  space: KarmagganSpace | null;
  more: number;
  rolls: number | null;
}

/** The tiles that have acted on a piece in this turn. */
export interface KarmagganUsedView {
  piece: number;
  spaces: KarmagganSpace[];
}

/** What counts for this turn. */
export interface KarmagganTurnView {
  active: number;
  steps: number;
  plays: number;
  poles: number;
  spells: number;
  is_cut_off: boolean;
  has_acted: boolean;
  spawn: number | null;
  gave: number[];
  used: KarmagganUsedView[];
}

/** A row of the turn's table: what may be done, when, how often, and by which rule. */
export interface KarmagganMayView {
  what: string;
  says: string;
  left: number | null;
  when: 'now' | 'later' | 'done' | 'closed';
  rule: string;
}

/** Something that happens for the first time, and what it means. */
export interface KarmagganLessonView {
  about: string;
  says: string;
  rule: string;
}

/** One side of a battle. */
export interface KarmagganFighterView {
  seat: number;
  piece: number;
  won: number;
  aside: string[];
}

/** Three rounds of unseen cards. */
export interface KarmagganBattleView {
  round: number;
  rounds: number;
  attacker: KarmagganFighterView;
  defender: KarmagganFighterView;
}

/** A row of a ring, its tiles counted along the ring. */
export interface KarmagganRowView {
  row: string;
  first: number;
  tiles: string[];
}

/** A ring with what turns with it; a wall is drawn part by part: . a gap, | wall, * a trap. */
export interface KarmagganRingView {
  ring: string;
  columns: number;
  turned: number;
  rows: KarmagganRowView[];
  wall: string;
  trap: string;
  bars: number[];
}

/** A gate in the outermost wall, which never turns. */
export interface KarmagganGateView {
  name: string;
  group: string;
  column: number;
  width: number;
  is_open: boolean;
  trail: number;
}

/** A raider or a spawn on the table. */
export interface KarmagganPieceView {
  piece: number;
  seat: number | null;
  swarm: number | null;
  spawn: number | null;
  space: KarmagganSpace;
  has_egg: boolean;
}

/** Where it lies, or who has it. */
export interface KarmagganEggView {
  space: KarmagganSpace;
  carrier: number | null;
}

/** A card of your own. */
export interface KarmagganCardView {
  card: string;
  value: string;
  known_to: number[];
  does: string;
}

/** A seat. */
export interface KarmagganPlayerView {
  seat: number;
  side: number;
  swarm: number;
  life: string;
  coins: number;
  medallions: number;
  cards: number;
  seen: string[];
  hand: KarmagganCardView[] | null;
  space: KarmagganSpace | null;
  is_outside: boolean;
  has_egg: boolean;
}

/** A deck: its size, and its top card if all have seen that. */
export interface KarmagganDeckView {
  cards: number;
  shown: string | null;
}

/** The table, as this seat or a spectator sees it. */
export interface KarmagganView {
  seat: number | null;
  asks: string | null;
  phase: string;
  round: number;
  rounds: number;
  mode: string;
  first: number;
  question: KarmagganQuestionView | null;
  turn: KarmagganTurnView;
  course: KarmagganMayView[];
  lessons: KarmagganLessonView[];
  battle: KarmagganBattleView | null;
  beats: Record<string, string[]>;
  sectors: number;
  rings: KarmagganRingView[];
  gates: KarmagganGateView[];
  rollers: number[];
  are_rollers_out: boolean;
  pieces: KarmagganPieceView[];
  egg: KarmagganEggView;
  to_last: number;
  players: KarmagganPlayerView[];
  objects: KarmagganDeckView;
  discards: Record<string, number>;
  temple: KarmagganDeckView;
  temple_left: Record<string, number>;
  turned_up: Record<string, number>;
  blood_left: Record<string, number>;
  victims: number[];
  first_move: number | null;
  ending: string | null;
  winners: number[];
}

/** A piece, and the space it steps on. */
export interface KarmagganStep {
  kind: 'step';
  words: string;
  seat: number;
  piece: number;
  raider: number | null;
  spawn: number | null;
  space: KarmagganSpace;
  met: number | null;
  meets_spawn: boolean;
  is_hurt: boolean;
}

/** Something that comes to lie on a space: what, says its name. */
export interface KarmagganPut {
  kind: 'put';
  words: string;
  seat: number;
  what: string;
  piece: number | null;
  raider: number | null;
  spawn: number | null;
  space: KarmagganSpace;
}

/** A starting point, and the gate that it is inside of. */
export interface KarmagganStart {
  kind: 'start';
  seat: number;
  space: KarmagganSpace;
  gate: string;
}

/** What is done without choosing anything. */
export interface KarmagganDeed {
  kind: 'roll' | 'stop' | 'pay' | 'take' | 'gain' | 'enough' | 'fight' | 'pass' | 'yes' | 'no' | 'stay' | 'through' | 'past' | 'summon';
  words: string;
  seat: number;
  other: number | null;
  space: KarmagganSpace | null;
}

/** Something on a ring that may turn, and where each number of the die would bring it. */
export interface KarmagganBrought {
  piece: number | null;
  row: string;
  columns: number[];
  is_hurt: boolean[];
}

/** A ring that may turn, and what it would take along. */
export interface KarmagganAhead {
  ring: string;
  way: string;
  brings: KarmagganBrought[];
}

/** A card of the hand that is played. */
export interface KarmagganCard {
  kind: 'play';
  seat: number;
  card: string;
  does: string;
  turns: KarmagganAhead[];
}

/** Another player, whom the Egg or a card concerns. */
export interface KarmagganConcern {
  kind: 'hand' | 'target' | 'spoil';
  words: string;
  seat: number;
  other: number;
}

/** The Egg is thrown: by whom, and to whom. */
export interface KarmagganThrow {
  kind: 'throw';
  words: '' | 'by another';
  seat: number;
  giver: number;
  other: number;
}

/** A ring that will turn. */
export interface KarmagganTurn {
  kind: 'ring';
  words: 'card' | 'cut off';
  seat: number;
  ring: string;
  way: string;
  brings: KarmagganBrought[];
}

/** A passage to go on from. */
export interface KarmagganExit {
  kind: 'exit';
  words: 'own' | 'other';
  seat: number;
  raider: number;
  space: KarmagganSpace;
}

/** A card for a round of battle, or none. */
export interface KarmagganBattleCard {
  kind: 'battle';
  words: 'card' | 'none';
  seat: number;
  card: string | null;
  value: string | null;
}

/** A spawn of the swarm. */
export interface KarmagganSpawn {
  kind: 'lead' | 'sacrifice';
  seat: number;
  piece: number;
  spawn: number;
  space: KarmagganSpace;
}

/** Who begins. */
export interface KarmagganFirst {
  kind: 'first';
  seat: number;
}

/** A card from the object deck, into a hand. */
export interface KarmagganDraw {
  kind: 'draw';
  words: 'dealing' | 'drawing';
  seat: number;
  card: string;
  is_shown: boolean;
}

/** What was rolled for steps, and how many there are now. */
export interface KarmagganDice {
  kind: 'dice' | 'die';
  words: 'one' | 'many';
  seat: number;
  numbers: number[];
  steps: number;
}

/** The columns of the world in a row that a trap shoots through. */
export interface KarmagganSwept {
  row: string;
  columns: number[];
}

/** A temple card, the raider who stepped on the tile, and whom a trap hits. */
export interface KarmagganUncover {
  kind: 'uncover';
  words: string;
  seat: number;
  card: string;
  hit: number[];
  dead: number[];
  lines: KarmagganSwept[];
}

/** How far a ring turns. */
export interface KarmagganSectors {
  kind: 'sectors';
  words: string;
  ring: string;
  way: string;
  number: number;
}

/** What somebody rolls for damage, and what it costs. */
export interface KarmagganDamage {
  kind: 'damage';
  words: string;
  seat: number;
  cause: 'acid' | 'roller';
  number: number;
  coins: number;
  dies: boolean;
}

/** The face of a blood tile. */
export interface KarmagganTaste {
  kind: 'taste';
  words: 'coins' | 'medallion';
  seat: number;
  coins: number;
}

/** A card that changes hands. */
export interface KarmagganSteal {
  kind: 'steal';
  thief: number;
  victim: number;
  card: string;
}

/** A card that is discarded unwillingly. */
export interface KarmagganLose {
  kind: 'lose';
  seat: number;
  card: string;
}

/** So many temple cards. */
export interface KarmagganCount {
  kind: 'count';
  words: 'one' | 'many';
  seat: number;
  number: number;
}

/** The top of a deck. */
export interface KarmagganShow {
  kind: 'show';
  card: string;
}

export type KarmagganTarget = KarmagganStep | KarmagganPut | KarmagganStart | KarmagganDeed | KarmagganCard | KarmagganConcern | KarmagganThrow | KarmagganTurn | KarmagganExit | KarmagganBattleCard | KarmagganSpawn | KarmagganFirst | KarmagganDraw | KarmagganDice | KarmagganUncover | KarmagganSectors | KarmagganDamage | KarmagganTaste | KarmagganSteal | KarmagganLose | KarmagganCount | KarmagganShow;

/** An action card. */
export interface VulkarFace {
  card: string;
  spaces: number;
  does: string;
}

/** A space of the island. */
export interface VulkarSpace {
  number: number;
  id: string;
  name: string;
  kind: string;
  region: string;
}

/** Tokens of a figure, as far as you know them. */
export interface VulkarPileView {
  red: number;
  yellow: number;
  blue: number;
  unknown: number;
}

/** A figure. */
export interface VulkarFigureView {
  figure: number;
  seat: number;
  posture: string;
  space: VulkarSpace | null;
  rises_at: VulkarSpace | null;
  tokens: VulkarPileView;
  pictures: string[];
  has_heart: boolean;
  has_penny: boolean;
  reached: number;
  has_set: boolean | null;
  progress: number | null;
}

/** A seat. */
export interface VulkarPlayerView {
  seat: number;
  cards: number;
  hand: VulkarFace[] | null;
  souvenirs: number;
  kit: string[] | null;
}

/** A treasure space, and the token on its slab. */
export interface VulkarSlabView {
  space: VulkarSpace;
  colour: string | null;
}

/** So many of a card. */
export interface VulkarPileOfCards {
  card: VulkarFace;
  number: number;
}

/** A tree, and its heading: 0 towards Vul-Kar. */
export interface VulkarTreeView {
  tree: string;
  heading: number;
}

/** The marble that rolls. */
export interface VulkarMarbleView {
  marble: string;
  pit: string | null;
  aim: number;
  lane: string | null;
  phase: number;
  turn: number;
  before: number;
  met: number;
  station: number;
  more: number;
  felled: number[];
  has_sighted: boolean;
  is_overboard: boolean;
}

/** Something that is still to be done. */
export interface VulkarJobView {
  task: string;
  figure: number;
  what: number;
  many: number;
}

/** A row of the turn's table: what is done, when, how often, and by which rule. */
export interface VulkarMayView {
  what: string;
  says: string;
  left: number | null;
  when: 'now' | 'later' | 'done';
  rule: string;
}

/** The table, as this seat or a spectator sees it. */
export interface VulkarView {
  seat: number | null;
  game: string;
  phase: string;
  asks: string | null;
  round: number;
  rounds: number;
  turns: number;
  first: number;
  active: number;
  played: VulkarFace | null;
  steps: number;
  came: VulkarSpace | null;
  extra: number;
  head_starts: number[];
  needed: number;
  second_piles: number;
  figures: VulkarFigureView[];
  players: VulkarPlayerView[];
  slabs: VulkarSlabView[];
  bag: number;
  maw: string[];
  album: Record<string, number>;
  heart: string;
  deck: number;
  discards: VulkarPileOfCards[];
  tracker: VulkarPileOfCards[];
  box: VulkarPileOfCards[];
  shop: number;
  gone: Record<string, number>;
  heading: string;
  trees: VulkarTreeView[];
  scar: number;
  waiting_fireballs: number;
  copter: string;
  turns_left: number | null;
  marble: VulkarMarbleView | null;
  fallen: number[];
  jobs: VulkarJobView[];
  course: VulkarMayView[];
  first_move: number | null;
  untouched: Record<string, string>;
  ending: string;
}

/** A figure, the space where it steps, and where that leads. */
export interface VulkarStep {
  kind: 'step';
  words: string;
  seat: number;
  figure: number;
  first: VulkarSpace;
  space: VulkarSpace;
  way: VulkarSpace[];
  finds: string[];
}

/** A figure, and the space where it stands up. */
export interface VulkarRise {
  kind: 'rise';
  seat: number;
  figure: number;
  space: VulkarSpace;
}

/** What is done without choosing anything on the island. */
export interface VulkarDeed {
  kind: 'board' | 'boots' | 'shelter' | 'bag' | 'roll' | 'nothing';
  words: string;
  seat: number;
  figure: number;
  number: number;
}

/** A card that is played, or paid. */
export interface VulkarCard {
  kind: 'card' | 'pay card';
  words: string;
  seat: number;
  card: VulkarFace;
  region: string | null;
}

/** A Snow Globe, and the cards that are discarded; where they lie, everybody sees them. */
export interface VulkarGlobe {
  kind: 'globe';
  words: string;
  seat: number;
  figure: number;
  cards: VulkarFace[];
}

/** A picture by a Selfie Stick. */
export interface VulkarColour {
  kind: 'selfie';
  seat: number;
  colour: string;
}

/** The cave that a Trail Map leads to. */
export interface VulkarCave {
  kind: 'map';
  seat: number;
  figure: number;
  number: number;
  space: VulkarSpace;
}

/** A treasure that changes hands; whose, or whom it concerns. */
export interface VulkarTreasure {
  kind: 'take' | 'leave' | 'seize' | 'lose' | 'pick' | 'pay token';
  words: string;
  seat: number;
  other: number | null;
  treasure: string | null;
  space: VulkarSpace | null;
  region: string | null;
}

/** Tokens for somebody who is passed. */
export interface VulkarExchange {
  kind: 'exchange';
  words: string;
  seat: number;
  other: number;
  given: string | null;
  taken: string | null;
}

/** Vul-Kar or a tree, and where it will point. */
export interface VulkarTurn {
  kind: 'heading' | 'tree';
  seat: number;
  tree: string | null;
  number: number;
  heading: string;
  lanes: Record<string, number>;
}

/** An ember, and how it is flicked. */
export interface VulkarFlick {
  kind: 'flick';
  seat: number;
  pit: string;
  direction: string;
  strength: string;
  lanes: Record<string, number>;
  passes: number | null;
}

/** A souvenir that is given up. */
export interface VulkarSouvenir {
  kind: 'pay souvenir';
  words: string;
  seat: number;
  souvenir: string;
  region: string | null;
}

/** Who begins. */
export interface VulkarFirst {
  kind: 'first';
  seat: number;
}

/** A token on its slab. */
export interface VulkarLay {
  kind: 'lay';
  space: VulkarSpace;
  colour: string;
}

/** A card, for a seat or for the tracker; or back into the box. */
export interface VulkarDraw {
  kind: 'draw' | 'remove';
  words: string;
  seat: number;
  card: VulkarFace;
  is_open: boolean;
}

/** A souvenir that somebody gets. */
export interface VulkarGift {
  kind: 'gift';
  words: string;
  seat: number;
  souvenir: string;
  is_open: boolean;
}

/** The cave die, and where it leads. */
export interface VulkarDie {
  kind: 'die';
  words: 'goes' | 'stays';
  seat: number;
  figure: number;
  number: number;
  space: VulkarSpace;
}

/** What a marble does: the lane it comes into, and the figure that it meets. */
export interface VulkarRoll {
  kind: 'run';
  words: string;
  marble: 'ember' | 'fireball';
  pit: string | null;
  lane: string | null;
  end: string | null;
  space: VulkarSpace | null;
  figure: number | null;
  seat: number | null;
  number: number;
}

/** A token that is stolen. */
export interface VulkarSnatch {
  kind: 'snatch';
  thief: number;
  victim: number;
  colour: string;
}

export type VulkarTarget = VulkarStep | VulkarRise | VulkarDeed | VulkarCard | VulkarGlobe | VulkarColour | VulkarCave | VulkarTreasure | VulkarExchange | VulkarTurn | VulkarFlick | VulkarSouvenir | VulkarFirst | VulkarLay | VulkarDraw | VulkarGift | VulkarDie | VulkarRoll | VulkarSnatch;

export interface GameViews {
  karuba: KarubaView;
  karuba_cards: KarubaCardsView;
  cacao: CacaoView;
  karmaggan: KarmagganView;
  vulkar: VulkarView;
}

export interface GameTargets {
  karuba: KarubaTarget;
  karuba_cards: KarubaCardsTarget;
  cacao: CacaoTarget;
  karmaggan: KarmagganTarget;
  vulkar: VulkarTarget;
}
