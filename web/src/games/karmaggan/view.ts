/** Karmaggän's types, which are made from its view and its targets, under the names they have there. */
import type { KarmagganTarget, Offer } from '../../lib/types';

export type {
  KarmagganAhead as Ahead,
  KarmagganBattleCard as BattleCard,
  KarmagganBattleView as BattleView,
  KarmagganBrought as Brought,
  KarmagganCard as Card,
  KarmagganCardView as CardView,
  KarmagganConcern as Concern,
  KarmagganDeed as Deed,
  KarmagganExit as Exit,
  KarmagganFighterView as FighterView,
  KarmagganGateView as GateView,
  KarmagganLessonView as LessonView,
  KarmagganMayView as MayView,
  KarmagganPieceView as PieceView,
  KarmagganPlayerView as PlayerView,
  KarmagganPut as Put,
  KarmagganRingView as RingView,
  KarmagganSpace as Space,
  KarmagganSpawn as Spawn,
  KarmagganStart as Start,
  KarmagganStep as Step,
  KarmagganSwept as Swept,
  KarmagganTarget as Target,
  KarmagganTurn as Turn,
  KarmagganView,
} from '../../lib/types';

/** A move, and what on the table it belongs to. */
export interface KarmagganOffer<Kind = KarmagganTarget> extends Omit<Offer, 'target'> {
  target: Kind;
}
