/** Cacao's types, which are made from view.py and offer.py, under the names they have there. */
import type { CacaoTarget, Offer } from '../../lib/types';

export type {
  CacaoAct as Act,
  CacaoEdge as Edge,
  CacaoFace as Face,
  CacaoFill as Fill,
  CacaoFilling as Filling,
  CacaoFirst as First,
  CacaoPlace as Place,
  CacaoPlayerView as PlayerView,
  CacaoSpot as Spot,
  CacaoTarget as Target,
  CacaoView,
} from '../../lib/types';

/** A move, and what on the table it belongs to. */
export interface CacaoOffer<Kind = CacaoTarget> extends Omit<Offer, 'target'> {
  target: Kind;
}
