/** The places that a line of the log, or a move, is about. */
import { ISLAND, PIT, TREE } from '../island';
import type { Stage } from '../stage.svelte';
import type { Target } from '../view';
import type { Place } from './look';

export interface LitPlace {
  at: Place;
  radius: number;
}

export function litPlaces(lit: Target, stage: Stage): LitPlace[] {
  const places = [...litSpaces(lit), ...litThings(lit)];
  if (places.length || ('lane' in lit && lit.lane)) return places;
  return litFigures(lit, stage);
}

function litSpaces(lit: Target): LitPlace[] {
  const spaces = lit.kind === 'step' ? lit.way : 'space' in lit && lit.space ? [lit.space] : [];
  return spaces.map(({ number }) => ({ at: ISLAND.spaces[number]!.at, radius: 15 }));
}

function litThings(lit: Target): LitPlace[] {
  if (lit.kind === 'tree') return [{ at: TREE[lit.tree!]!.at, radius: 22 }];
  if (lit.kind === 'heading') return [{ at: ISLAND.vulkar.at, radius: 42 }];
  return 'pit' in lit && lit.pit ? [{ at: PIT[lit.pit]!.at, radius: 24 }] : [];
}

function litFigures(lit: Target, stage: Stage): LitPlace[] {
  const about = lit as unknown as Record<string, number | undefined>;
  const seats = ['seat', 'other', 'thief', 'victim'].map((who) => about[who]);
  const isMeant = ({ figure, seat }: { figure: number; seat: number }): boolean =>
    'figure' in lit && lit.figure !== null ? lit.figure === figure : seats.includes(seat);
  return stage.view.figures.filter(isMeant).flatMap(({ figure }) => {
    const placed = stage.placed(figure);
    return placed ? [{ at: placed.at, radius: 15 }] : [];
  });
}

/** Lanes, as bright as marbles are likely to come there. */
export function litLanes(lit: Target | null, ahead: Record<string, number>): Record<string, number> {
  return lit && 'lane' in lit && lit.lane ? { ...ahead, [lit.lane]: 100 } : ahead;
}
