/** The card game's types, which are made from view.py and words.py, under the names they have there. */
import type { KarubaCardsTarget, Offer } from '../../lib/types';

export type {
  KarubaCardsCardView as CardView,
  KarubaCardsClosedSpaceView as ClosedSpaceView,
  KarubaCardsDiscard as Discard,
  KarubaCardsLay as Lay,
  KarubaCardsPlay as Play,
  KarubaCardsReach as Reach,
  KarubaCardsSeatView as CardSeatView,
  KarubaCardsTarget as Target,
  KarubaCardsView,
} from '../../lib/types';

/** A move, and what on the table it belongs to. */
export interface CardOffer<Kind = KarubaCardsTarget> extends Omit<Offer, 'target'> {
  target: Kind;
}
