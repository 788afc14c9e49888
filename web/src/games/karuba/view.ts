/** Karuba's types, which are made from view.py and words.py, under the names they have there. */
import type { KarubaTarget, Offer } from '../../lib/types';

export type {
  KarubaAdventurerView as AdventurerView,
  KarubaClosedView as ClosedView,
  KarubaIslandView as IslandView,
  KarubaLay as Lay,
  KarubaPlaceAdventurer as PlaceAdventurer,
  KarubaPlaceTemple as PlaceTemple,
  KarubaTarget as Target,
  KarubaTempleView as TempleView,
  KarubaTileView as TileView,
  KarubaView,
  KarubaWalk as Walk,
} from '../../lib/types';

/** A move, and what on the board it belongs to. */
export interface KarubaOffer<Kind = KarubaTarget> extends Omit<Offer, 'target'> {
  target: Kind;
}
