/** What stands on buttons, in short; the whole sentence is read out after it. And what is where. */
import { t } from '../../lib/speech.svelte';
import { ISLAND, PIT } from './island';
import type { Face, FigureView, PileView, Space, Target, VulkarView } from './view';

const DEEDS: Record<string, string> = {
  board: 'Board the Hello-copter',
  'boots one': 'Hiking Boots +1',
  'boots many': 'Hiking Boots +2',
  globe: 'Snow Globe: a new hand',
  shelter: 'Open the Umbrella',
  bag: 'Tote Bag: keep the tokens',
  roll: 'Roll the cave die',
  'nothing turning': 'Leave him as he is',
  'nothing bending': 'Turn no tree',
  'nothing flicking': 'Flick no ember',
  'nothing sheltering': 'No souvenir',
  'take heart': 'Take the Heart',
  'take carrier': 'Take the Heart',
  'leave heart': 'Leave the Heart',
  'leave carrier': 'Leave the Heart',
  'seize heart': 'The Heart',
  'seize token': 'A token, unseen',
};

export function labelOf(target: Target): string {
  const words = 'words' in target ? target.words : '';
  switch (target.kind) {
    case 'map':
      return `Trail Map: ${target.space.name}`;
    case 'selfie':
      return `Selfie Stick: ${target.colour}`;
    case 'take':
    case 'leave':
      return DEEDS[`${target.kind} ${words}`] ?? `${target.kind === 'take' ? 'Take' : 'Leave'} the ${target.treasure} token`;
    case 'lose':
    case 'pick':
    case 'pay token':
      return treasureWords(target.treasure!);
    case 'pay souvenir':
      return target.souvenir;
    case 'pay card':
      return faceWords(target.card);
    case 'exchange':
      return exchangeWords(target);
    case 'rise':
      return target.space.name;
    default:
      return DEEDS[`${target.kind} ${words}`] ?? DEEDS[target.kind] ?? target.kind;
  }
}

function exchangeWords({ given, taken }: Extract<Target, { kind: 'exchange' }>): string {
  if (given && taken) return `${given} for ${taken}`;
  if (given) return `give ${given}`;
  return taken ? `take ${taken}` : 'Pass by';
}

/** What stands before several alike. */
export function titleOf(target: Target): string {
  if (target.kind === 'lose') return 'Into the Maw';
  if (target.kind === 'pick') return 'Out of the Maw';
  if (target.kind === 'seize') return 'Seize';
  if (target.kind === 'exchange') return 'In passing';
  if (target.kind.startsWith('pay')) return 'Give up';
  return '';
}

/** What a button shows besides its words: a treasure. */
export function treasureOf(target: Target): string | null {
  if (target.kind === 'seize') return target.words === 'heart' ? 'heart' : 'unknown';
  return 'treasure' in target ? target.treasure : null;
}

/** Spaces are chosen on the island, cards in the hand, aims and turns have panels; the rest has buttons. */
export function hasButton(target: Target): boolean {
  return !['step', 'rise', 'card', 'flick', 'heading', 'tree'].includes(target.kind);
}

export function treasureWords(treasure: string): string {
  if (treasure === 'heart') return 'the Heart';
  return treasure === 'penny' ? 'the Penny' : treasure;
}

export function faceWords({ card, spaces }: Face): string {
  return `${card} ${spaces}`;
}

export function spaceWords({ id, name }: Pick<Space, 'id' | 'name'>): string {
  return id === name ? id : `${name} (${id})`;
}

const KINDS: Record<string, string> = {
  bridge: 'a bridge: marbles tip it',
  ladder: 'a ladder: marbles tip it',
  helipad: 'the Hello-copter lands here',
};

/** All that is to be known of a space, for who points at it. */
export function aboutSpace(number: number, view: VulkarView, names: string[]): string {
  const place = ISLAND.spaces[number]!;
  const colour = ISLAND.regions[place.region]!.colour;
  const token = view.slabs.find(({ space }) => space.number === number);
  const known = [spaceWords(place)];
  if (token) known.push(token.colour ? `${token.colour} token` : 'an empty slab');
  if (place.kind === 'snapshot') known.push(`${colour} picture`);
  if (place.kind.startsWith('cave')) known.push(`cave ${place.kind.slice(-1)}`);
  if (place.kind === 'heart') known.push(view.heart === 'slab' ? 'the Heart lies here' : 'the Heart’s slab, empty');
  if (KINDS[place.kind]) known.push(KINDS[place.kind]!);
  if (place.lane !== null) known.push(`on ${ISLAND.lanes[place.lane]!.id}: marbles roll here`);
  for (const one of view.figures)
    if (one.space?.number === number && one.posture === 'standing') known.push(`${figureName(one, view, names)} stands here`);
    else if (one.space?.number === number && one.posture === 'lying') known.push(`${figureName(one, view, names)} lies here`);
  return known.join(' · ');
}

/** Ada; or: Ada’s second figure, where everyone has two. */
export function figureName({ figure, seat }: FigureView, view: VulkarView, names: string[]): string {
  const name = names[seat] ?? `Seat ${seat + 1}`;
  if (view.figures.length === view.players.length) return name;
  return `${name}’s ${figure < view.players.length ? 'first' : 'second'} figure`;
}

/** Where a figure is, in words. */
export function whereabouts({ posture, space, rises_at }: FigureView): string {
  if (posture === 'waiting') return 'still in the Hello-copter';
  if (posture === 'aboard') return 'aboard the Hello-copter';
  if (posture === 'off' || !space) return 'off the island';
  if (posture === 'standing') return `on ${spaceWords(space)}`;
  const rises = rises_at ? `, will stand up on ${spaceWords(rises_at)}` : '';
  return posture === 'lying' ? `lies on ${spaceWords(space)}${rises}` : `swept away from ${spaceWords(space)}${rises}`;
}

/** What a figure has, in words. */
export function belongings({ tokens, pictures, has_heart, has_penny }: FigureView): string {
  const known = [pileWords(tokens)];
  if (pictures.length) known.push(`pictures: ${pictures.join(', ')}`);
  if (has_heart) known.push('the Heart');
  if (has_penny) known.push('the Penny');
  return known.join('; ');
}

function pileWords({ red, yellow, blue, unknown }: PileView): string {
  const parts = Object.entries({ red, yellow, blue, unseen: unknown }).filter(([, count]) => count);
  return parts.length ? `tokens: ${parts.map(([name, count]) => `${count} ${name}`).join(', ')}` : 'no tokens';
}

const HEADINGS: Record<string, string> = {
  e: 'east', ene: 'east-north-east', ne: 'north-east', nne: 'north-north-east', n: 'north',
  nnw: 'north-north-west', nw: 'north-west', wnw: 'west-north-west', w: 'west', wsw: 'west-south-west',
  sw: 'south-west', ssw: 'south-south-west', s: 'south', sse: 'south-south-east', se: 'south-east',
  ese: 'east-south-east',
};
export const WAYS = Object.values(HEADINGS); // by direction

/** Where marbles go, in words: most of them first, but not where all of them begin. */
export function lanesInWords(lanes: Record<string, number>, view: VulkarView, names: string[]): string {
  const most = Object.entries(lanes).filter(([lane]) => !(lane in PIT));
  const sorted = most.toSorted(([, one], [, other]) => other - one);
  return sorted
    .map(([lane, part], n) => {
      const parts = { part, lane: withWhom(lane, view, names) };
      return n ? t('{part} through {lane}', parts) : t('{part} roll through {lane}', parts);
    })
    .join(', ');
}

/** A lane, and who stands where it crosses a path. */
function withWhom(lane: string, view: VulkarView, names: string[]): string {
  const there = view.figures.filter(
    ({ posture, space }) =>
      posture === 'standing' && space && ISLAND.lanes[ISLAND.spaces[space.number]!.lane ?? -1]?.id === lane,
  );
  const who = there.map((figure) => figureName(figure, view, names)).join(', ');
  return who ? t('{lane} (there: {who})', { lane, who }) : lane;
}
