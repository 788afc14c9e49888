/** Cacao's types, which are made from view.py and words.py, under the names they have there. */
import type { CacaoTarget, Offer } from '../../lib/types';

export type {
  CacaoAct as Act,
  CacaoChoose as Choose,
  CacaoEdge as Edge,
  CacaoFill as Fill,
  CacaoFilling as Filling,
  CacaoPlayerView as PlayerView,
  CacaoSpot as Spot,
  CacaoSquare as Square,
  CacaoTarget as Target,
  CacaoTurn as Turn,
  CacaoView,
} from '../../lib/types';

/** A move, and what on the table it belongs to. */
export interface CacaoOffer<Kind = CacaoTarget> extends Omit<Offer, 'target'> {
  target: Kind;
}
