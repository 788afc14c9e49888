/** What is where on the table, in words, for who points at it. */
import { HELIPAD, ISLAND, SCAR } from '../island';
import { aboutSpace, belongings, figureName, whereabouts } from '../labels';
import type { Tapped } from '../properties';
import type { Stage } from '../stage.svelte';
import type { VulkarView } from '../view';
import type { Place } from './look';
import { MAW } from './sideshow';
import { t, tn } from '../../../lib/speech.svelte';
import { said } from '../said';

export interface Named {
  at: Place;
  radius: number; // millimetres
  says: string;
  tapped?: Tapped; // what it is to who taps it
}

/** Those who stand before others come first. */
export function namedThings(stage: Stage, names: string[]): Named[] {
  const { view } = stage;
  return [...figures(stage, names), ...things(view), ...spaces(view, names)];
}

function figures(stage: Stage, names: string[]): Named[] {
  const { view } = stage;
  return view.figures.flatMap((figure) => {
    const placed = stage.placed(figure.figure);
    if (!placed) return [];
    const [x, y, z] = placed.at;
    const says = `${figureName(figure, view, names)}: ${whereabouts(figure)}; ${belongings(figure)}`;
    return [{ at: [x, y, z + (placed.isDown ? 5 : 18)], radius: 13, says }];
  });
}

function things(view: VulkarView): Named[] {
  const [vx, vy, vz] = ISLAND.vulkar.at;
  const trees = ISLAND.trees.map(({ id, at }): Named => ({
    at: [at[0], at[1], at[2] + 22],
    radius: 17,
    says: t('The tree {id}: its long root turns marbles', { id: said(id) }),
    tapped: 'tree',
  }));
  const pits = ISLAND.pits.map(({ id, at }): Named => ({
    at,
    radius: 17,
    says: t('{id}, a fire pit', { id: said(id) }),
    tapped: 'ember',
  }));
  return [
    { at: [vx, vy, vz + 38], radius: 38, says: t('Vul-Kar looks {heading}', { heading: said(view.heading) }), tapped: 'vulkar' },
    { at: SCAR.at, radius: 24, says: tn('The Scar · {count} fireball', 'The Scar · {count} fireballs', view.scar) },
    { at: [MAW[0], MAW[1], 20], radius: 40, says: t('The Maw · {maw}', { maw: view.maw.map(said).join(', ') || t('empty') }) },
    ...trees,
    ...pits,
  ];
}

function spaces(view: VulkarView, names: string[]): Named[] {
  return ISLAND.spaces.map((space, number) => ({
    at: space.at,
    radius: space === HELIPAD ? 21 : 13,
    says: aboutSpace(number, view, names),
  }));
}
