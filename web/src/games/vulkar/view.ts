/** Vul-Kar's types, which are made from its view and its targets, under the names they have there. */
import type { Offer, VulkarTarget } from '../../lib/types';

export type {
  VulkarCard as Card,
  VulkarCave as Cave,
  VulkarColour as Colour,
  VulkarDeed as Deed,
  VulkarGlobe as Globe,
  VulkarDie as Die,
  VulkarExchange as Exchange,
  VulkarFace as Face,
  VulkarFigureView as FigureView,
  VulkarFlick as Flick,
  VulkarMayView as MayView,
  VulkarPileView as PileView,
  VulkarPileOfCards as PileOfCards,
  VulkarPlayerView as PlayerView,
  VulkarRise as Rise,
  VulkarRoll as Roll,
  VulkarSlabView as SlabView,
  VulkarSnatch as Snatch,
  VulkarSpace as Space,
  VulkarStep as Step,
  VulkarTarget as Target,
  VulkarTreasure as Treasure,
  VulkarTreeView as TreeView,
  VulkarTurn as Turn,
  VulkarView,
} from '../../lib/types';

/** A move, and what on the table it belongs to. */
export interface VulkarOffer<Kind = VulkarTarget> extends Omit<Offer, 'target'> {
  target: Kind;
}
