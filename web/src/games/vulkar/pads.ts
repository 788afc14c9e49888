/** Where on the island a move can be chosen. What belongs nowhere there has a button elsewhere. */
import { HEART, HELIPAD, ISLAND, PIT, TREE, type Point } from './island';
import { headingNumber } from './stage.svelte';
import type { Aim, Tapped, Turned } from './properties';
import type { Flick, Turn, VulkarOffer, VulkarView } from './view';

export interface Pad {
  offer: VulkarOffer;
  at: Point;
  kind: 'space' | 'copter' | 'slab';
  space: number; // its number
}

/** Steps, standing up, caves, boarding, and what lies on a slab. Aims and turns are no pads. */
export function padsOf(offers: VulkarOffer[]): Pad[] {
  return offers.map(padOf).filter((pad) => pad !== null);
}

function padOf(offer: VulkarOffer): Pad | null {
  const { target } = offer;
  switch (target.kind) {
    case 'step':
      return on(offer, target.first.number);
    case 'rise':
    case 'map':
      return on(offer, target.space.number);
    case 'board':
      return { offer, at: HELIPAD.at, kind: 'copter', space: ISLAND.spaces.indexOf(HELIPAD) };
    case 'take': {
      const place = target.words === 'heart' ? HEART : target.space && ISLAND.spaces[target.space.number];
      return place?.slab ? { offer, at: place.slab, kind: 'slab', space: ISLAND.spaces.indexOf(place) } : null;
    }
    default:
      return null;
  }
}

function on(offer: VulkarOffer, space: number): Pad {
  return { offer, at: ISLAND.spaces[space]!.at, kind: 'space', space };
}

const REACH = 16; // millimetres within which a tap means a space
const THINGS: { at: Point; reach: number; tapped: Tapped }[] = [
  ...ISLAND.trees.map(({ at }) => ({ at, reach: 22, tapped: 'tree' as const })),
  ...ISLAND.pits.map(({ at }) => ({ at, reach: 16, tapped: 'ember' as const })),
  { at: ISLAND.vulkar.at, reach: 40, tapped: 'vulkar' },
];

/** What is tapped, seen from above: a thing, or else a space; null: nothing is near. */
export function tappedAt(x: number, y: number): Tapped | null {
  const thing = THINGS.find(({ at, reach }) => Math.hypot(at[0] - x, at[1] - y) < reach);
  return thing?.tapped ?? spaceNear(x, y);
}

/** The space that is tapped; null: none is near. */
export function spaceNear(x: number, y: number): number | null {
  const far = ({ at }: { at: Point }): number => Math.hypot(at[0] - x, at[1] - y);
  const near = ISLAND.spaces.reduce((one, other) => (far(other) < far(one) ? other : one));
  return far(near) < REACH ? ISLAND.spaces.indexOf(near) : null;
}

// ── Aims and turns ─────────────────────────────────────────────────────────────────────────────

const DIRECTIONS = 'e ene ne nne n nnw nw wnw w wsw sw ssw s sse se ese'.split(' ');
export const STRENGTHS = ['soft', 'normal', 'hard'];

export function aimOf({ pit, direction, strength }: Flick): Aim {
  return { pit, direction: DIRECTIONS.indexOf(direction), strength: STRENGTHS.indexOf(strength) };
}

/** The flick that is aimed so, if it is offered. */
export function flickOf(offers: VulkarOffer[], aim: Aim | null): VulkarOffer<Flick> | undefined {
  return flicksIn(offers).find(({ target }) => {
    const { pit, direction, strength } = aimOf(target);
    return aim && pit === aim.pit && direction === aim.direction && strength === aim.strength;
  });
}

export function flicksIn(offers: VulkarOffer[]): VulkarOffer<Flick>[] {
  return offers.filter((offer): offer is VulkarOffer<Flick> => offer.target.kind === 'flick');
}

/** The turn of Vul-Kar or a tree to that heading, if it is offered. */
export function turnOf(offers: VulkarOffer[], turned: Turned | null): VulkarOffer<Turn> | undefined {
  return turnsIn(offers).find(
    ({ target }) => turned && target.tree === turned.tree && target.number === turned.heading,
  );
}

export function turnsIn(offers: VulkarOffer[]): VulkarOffer<Turn>[] {
  return offers.filter(
    (offer): offer is VulkarOffer<Turn> =>
      offer.target.kind === 'heading' || offer.target.kind === 'tree',
  );
}

/** What can be turned now: the ids of trees; null is Vul-Kar. */
export function turnable(offers: VulkarOffer[]): (string | null)[] {
  return [...new Set(turnsIn(offers).map(({ target }) => target.tree))];
}

/** The pits out of which an ember can be flicked now. */
export function pitsIn(offers: VulkarOffer[]): string[] {
  return [...new Set(flicksIn(offers).map(({ target }) => target.pit))];
}

/** The direction that is nearest to a way, in degrees. */
export function directionOf(degrees: number): number {
  return nearest(degrees, ISLAND.directions);
}

/** The heading of Vul-Kar or a tree that is nearest to a way. */
export function headingOf(tree: string | null, degrees: number): number {
  if (tree === null) return nearest(degrees, ISLAND.vulkar.headings);
  return nearest(degrees - TREE[tree]!.way, ISLAND.treeHeadings);
}

function nearest(degrees: number, of: number): number {
  return ((Math.round((degrees * of) / 360) % of) + of) % of;
}

/** How a thing is turned now. */
export function headingNow(view: VulkarView, tree: string | null): number {
  if (tree === null) return headingNumber(view.heading);
  return view.trees.find((one) => one.tree === tree)?.heading ?? 0;
}

const [SOFTEST, HARDEST] = [14, 62]; // millimetres that one draws back

/**
 * An aim by a sling: who draws back from a pit to a place flicks the other way, the harder the
 * farther. Null where one is still in the pit.
 */
export function slung(pit: string, x: number, y: number): Aim | null {
  const [px, py] = PIT[pit]!.at;
  const far = Math.hypot(px - x, py - y);
  if (far < SOFTEST) return null;
  const direction = directionOf((Math.atan2(py - y, px - x) * 180) / Math.PI);
  const strength = Math.min(2, Math.floor((3 * (far - SOFTEST)) / (HARDEST - SOFTEST)));
  return { pit, direction, strength };
}

/** Where an ember is aimed first: out of its pit, as its lane leads. */
export function firstAim(pit: string): Aim {
  return { pit, direction: directionOf(PIT[pit]!.way), strength: 1 };
}

/** By arrow keys: left and right turn an aim, up and down make it harder or softer. */
export function aimedBy(aim: Aim, key: string): Aim | null {
  const turn: Record<string, number> = { ArrowLeft: 1, ArrowRight: -1 };
  const force: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };
  if (key in turn) return { ...aim, direction: around(aim.direction + turn[key]!, ISLAND.directions) };
  if (key in force) return { ...aim, strength: Math.min(2, Math.max(0, aim.strength + force[key]!)) };
  return null;
}

/** The same for Vul-Kar or a tree: left turns it counterclockwise. */
export function turnedBy({ tree, heading }: Turned, key: string): Turned | null {
  const turn: Record<string, number> = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 };
  if (!(key in turn)) return null;
  const headings = tree === null ? ISLAND.vulkar.headings : ISLAND.treeHeadings;
  return { tree, heading: around(heading + turn[key]!, headings) };
}

function around(number: number, of: number): number {
  return (number + of) % of;
}
