import type { LogLine, Offer, SeatView } from './types';

/** What every board is given. It draws the view, offers the moves by their targets, knows no rule. */
export interface BoardProperties {
  view: unknown; // the game's own
  offers: Offer[];
  you: number | null;
  seats: SeatView[];
  log?: LogLine[]; // what happened, so that it can be shown how
  keepsake?: (number: number) => Promise<Blob>; // what an event of the log brought along
  decided: number | null; // the own decision that is not revealed yet
  lit: object | null; // the target of a log line under the pointer
  recent?: object[]; // the targets of what others did since we decided last
  /** Decide; `isSure`: it was shown before. False if it is only shown for now, and nothing is decided. */
  choose: (move: number, isSure?: boolean) => boolean;
  /** Say at the place that was tapped why nothing is done there. */
  refuse?: (says: string) => void;
  behind?: (seen: number | null) => void; // what is told must not say more yet than was shown
}
