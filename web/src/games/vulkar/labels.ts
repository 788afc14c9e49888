/** What stands on buttons, in short; the whole sentence is read out after it. And what is where. */
import { t } from '../../lib/speech.svelte';
import { pictureWords, said, tokenWords } from './said';
import { ISLAND, PIT } from './island';
import type { Face, FigureView, PileView, Space, Target, TreeView, VulkarView } from './view';

const DEEDS: Record<string, string> = {
  board: t('Board the Hello-copter'),
  'boots one': t('Hiking Boots +1'),
  'boots many': t('Hiking Boots +2'),
  globe: t('Snow Globe: a new hand'),
  shelter: t('Open the Umbrella'),
  bag: t('Tote Bag: keep the tokens'),
  roll: t('Roll the cave die'),
  'nothing turning': t('Leave him as he is'),
  'nothing bending': t('Turn no tree'),
  'nothing flicking': t('Flick no ember'),
  'nothing sheltering': t('No souvenir'),
  'take heart': t('Take the Heart'),
  'take carrier': t('Take the Heart'),
  'take red': t('Take the red token'),
  'take yellow': t('Take the yellow token'),
  'take blue': t('Take the blue token'),
  'leave red': t('Leave the red token'),
  'leave yellow': t('Leave the yellow token'),
  'leave blue': t('Leave the blue token'),
  'leave heart': t('Leave the Heart'),
  'leave carrier': t('Leave the Heart'),
  'seize heart': t('The Heart'),
  'seize token': t('A token, unseen'),
};

export function labelOf(target: Target): string {
  const words = 'words' in target ? target.words : '';
  switch (target.kind) {
    case 'map':
      return t('Trail Map: {name}', { name: said(target.space.name) });
    case 'selfie':
      return t('Selfie Stick: {colour}', { colour: said(target.colour) });
    case 'take':
    case 'leave':
      return DEEDS[`${target.kind} ${words}`] ?? DEEDS[`${target.kind} ${target.treasure}`] ?? '';
    case 'lose':
    case 'pick':
    case 'pay token':
      return treasureWords(target.treasure!);
    case 'pay souvenir':
      return said(target.souvenir);
    case 'pay card':
      return faceWords(target.card);
    case 'exchange':
      return exchangeWords(target);
    case 'rise':
      return said(target.space.name);
    default:
      return DEEDS[`${target.kind} ${words}`] ?? DEEDS[target.kind] ?? target.kind;
  }
}

function exchangeWords({ given, taken }: Extract<Target, { kind: 'exchange' }>): string {
  if (given && taken) return t('{given} for {taken}', { given: said(given), taken: said(taken) });
  if (given) return t('give {given}', { given: said(given) });
  return taken ? t('take {taken}', { taken: said(taken) }) : t('Pass by');
}

/** What stands before several alike. */
export function titleOf(target: Target): string {
  if (target.kind === 'lose') return t('Into the Maw');
  if (target.kind === 'pick') return t('Out of the Maw');
  if (target.kind === 'seize') return t('Seize');
  if (target.kind === 'exchange') return t('In passing');
  if (target.kind.startsWith('pay')) return t('Give up');
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
  if (treasure === 'heart') return t('the Heart');
  return treasure === 'penny' ? t('the Penny') : said(treasure);
}

export function faceWords({ card, spaces }: Face): string {
  return `${said(card)} ${spaces}`;
}

export function spaceWords({ id, name }: Pick<Space, 'id' | 'name'>): string {
  return id === name ? id : `${said(name)} (${id})`;
}

// By heading: each is a sixth of a turn counterclockwise.
const ROOT_WAYS = [
  t('up the lane'),
  t('turned left by 60°'),
  t('turned left by 120°'),
  t('down the lane'),
  t('turned right by 120°'),
  t('turned right by 60°'),
];

/** Where the long root of a tree points, with the number that the moves call its heading by. */
export function rootWords({ tree, heading }: TreeView): string {
  return t('{tree} {way} (heading {heading})', { tree: said(tree), way: ROOT_WAYS[heading]!, heading });
}

const KINDS: Record<string, string> = {
  bridge: t('a bridge: marbles tip it'),
  ladder: t('a ladder: marbles tip it'),
  helipad: t('the Hello-copter lands here'),
};

/** All that is to be known of a space, for who points at it. */
export function aboutSpace(number: number, view: VulkarView, names: string[]): string {
  const place = ISLAND.spaces[number]!;
  const colour = ISLAND.regions[place.region]!.colour;
  const token = view.slabs.find(({ space }) => space.number === number);
  const known = [spaceWords(place)];
  if (token) known.push(token.colour ? tokenWords(token.colour) : t('an empty slab'));
  if (place.kind === 'snapshot') known.push(pictureWords(colour));
  if (place.kind.startsWith('cave')) known.push(t('cave {number}', { number: place.kind.slice(-1) }));
  if (place.kind === 'heart') known.push(view.heart === 'slab' ? t('the Heart lies here') : t('the Heart’s slab, empty'));
  if (KINDS[place.kind]) known.push(KINDS[place.kind]!);
  if (place.lane !== null) known.push(t('on {id}: marbles roll here', { id: said(ISLAND.lanes[place.lane]!.id) }));
  if (place.lane !== null) known.push(...ISLAND.lanes[place.lane]!.pictures.map(passesPicture));
  for (const one of view.figures)
    if (one.space?.number === number && one.posture === 'standing') known.push(t('{name} stands here', { name: figureName(one, view, names) }));
    else if (one.space?.number === number && one.posture === 'lying') known.push(t('{name} lies here', { name: figureName(one, view, names) }));
  return known.join(' · ');
}

/** Under the Curse an ember has to come through such a lane (12.18). */
function passesPicture(region: number): string {
  return t('this lane runs past a {colour} picture space', { colour: said(ISLAND.regions[region]!.colour) });
}

/** Ada; or: Ada’s second figure, where everyone has two. */
export function figureName({ figure, seat }: FigureView, view: VulkarView, names: string[]): string {
  const name = names[seat] ?? t('Seat {seat}', { seat: seat + 1 });
  if (view.figures.length === view.players.length) return name;
  return figure < view.players.length
    ? t('{name}’s first figure', { name })
    : t('{name}’s second figure', { name });
}

/** Where a figure is, in words. */
export function whereabouts({ posture, space, rises_at }: FigureView): string {
  if (posture === 'waiting') return t('still in the Hello-copter');
  if (posture === 'aboard') return t('aboard the Hello-copter');
  if (posture === 'off' || !space) return t('off the island');
  if (posture === 'standing') return t('on {space}', { space: spaceWords(space) });
  const parts = { space: spaceWords(space) };
  const where = posture === 'lying' ? t('lies on {space}', parts) : t('swept away from {space}', parts);
  return rises_at ? t('{where}, will stand up on {space}', { where, space: spaceWords(rises_at) }) : where;
}

/** What a figure has, in words. */
export function belongings({ tokens, pictures, has_heart, has_penny }: FigureView): string {
  const known = [pileWords(tokens)];
  if (pictures.length) known.push(t('pictures: {pictures}', { pictures: pictures.map(said).join(', ') }));
  if (has_heart) known.push(t('the Heart'));
  if (has_penny) known.push(t('the Penny'));
  return known.join('; ');
}

function pileWords({ red, yellow, blue, unknown }: PileView): string {
  const parts = Object.entries({ red, yellow, blue, unseen: unknown }).filter(([, count]) => count);
  return parts.length ? t('tokens: {parts}', { parts: parts.map(([name, count]) => `${count} ${said(name)}`).join(', ') }) : t('no tokens');
}

const HEADINGS: Record<string, string> = {
  e: t('east'), ene: t('east-north-east'), ne: t('north-east'), nne: t('north-north-east'), n: t('north'),
  nnw: t('north-north-west'), nw: t('north-west'), wnw: t('west-north-west'), w: t('west'), wsw: t('west-south-west'),
  sw: t('south-west'), ssw: t('south-south-west'), s: t('south'), sse: t('south-south-east'), se: t('south-east'),
  ese: t('east-south-east'),
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
  return who ? t('{lane} (there: {who})', { lane: said(lane), who }) : said(lane);
}
