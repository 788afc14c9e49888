/** What the island is given, whether it is drawn in three dimensions (Island) or flat (Map). */
import type { SeatView } from '../../lib/types';
import type { Stage } from './stage.svelte';
import type { Target, VulkarOffer } from './view';

/** How an ember will be flicked. */
export interface Aim {
  pit: string; // its id
  direction: number; // 0 is east, then every 22.5° counterclockwise
  strength: number; // 0 soft, 1 normal, 2 hard
}

/** Vul-Kar or a tree, as it would be turned. */
export interface Turned {
  tree: string | null; // its id; null: Vul-Kar
  heading: number;
}

/** What was tapped: the number of a space, or a thing that can be used at times. */
export type Tapped = number | 'tree' | 'ember' | 'vulkar';

export interface IslandProperties {
  /** What is seen now. Marbles, figures, trees and Vul-Kar are drawn where it says they are. */
  stage: Stage;
  /** What may be chosen; nothing while the stage is busy. `padsOf` tells where on the island. */
  offers: VulkarOffer[];
  /** The names of the seats. */
  names: string[];
  /** The seat through whose eyes one looks; null: a spectator's. */
  you: number | null;
  seats: SeatView[];
  /** What a line of the log, or a move under the pointer, is about: its places are lit. */
  lit: Target | null;
  /** Lanes that marbles would come through, in parts of a hundred, by the odds: a faint cloud. */
  ahead: Record<string, number>;
  /** While an ember is to be flicked: out of which pit, where to, how hard. */
  aim: Aim | null;
  /** While Vul-Kar or a tree is to be turned: the one that is held, and where it would point. */
  turned: Turned | null;
  /** What others did since one decided: its places are marked faintly. */
  recent: Target[];
  /** Decide; false if it is only shown for now. */
  choose: (move: number, isSure?: boolean) => boolean;
  /** A place was tapped where nothing is offered: it is said why. */
  tap: (tapped: Tapped) => void;
  /** An offer is under the pointer, or focused; null: no longer. */
  point: (offer: VulkarOffer | null) => void;
  /** Aim otherwise; nothing is decided by it. Null: at nothing. */
  setAim: (aim: Aim | null) => void;
  /** Hold Vul-Kar or a tree otherwise; nothing is decided by it. Null: let go. */
  setTurned: (turned: Turned | null) => void;
  /** Flick as it is aimed, or turn what is held. Does nothing where that is not offered. */
  confirm: () => void;
  /** In three dimensions: whether the graphics card has forgotten all that is drawn. */
  lost?: (isLost: boolean) => void;
}
