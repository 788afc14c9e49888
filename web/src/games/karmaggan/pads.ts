/** Where in the Temple a move can be chosen. What belongs nowhere there has a button elsewhere. */
import { middleOf, outlineOf, placeOf, polar, sizeOf, spotOf, type Point } from './geometry';
import type { KarmagganOffer, KarmagganView, Space, Target } from './view';

export interface Pad {
  offer: KarmagganOffer;
  at: Point;
  size: number;
  kind: 'space' | 'piece' | 'ring';
  danger: '' | 'fight' | 'hurt' | 'out';
  outline?: string; // of the space
  isClockwise?: boolean;
}

const PIECE = 46;
const ASIDE = 27; // of the two arrows of a ring

export function padsOf(offers: KarmagganOffer[], view: KarmagganView): Pad[] {
  const turned = (ring: string): number =>
    view.rings.find((one) => one.ring === ring)?.turned ?? 0;
  const on = (space: Space): Point => placeOf(spotOf(space, view.gates), turned);
  const isTwofold = offers.some(({ target }) => target.kind === 'spoil');

  function padOf(offer: KarmagganOffer): Pad | null {
    const { target } = offer;
    switch (target.kind) {
      case 'step':
      case 'put':
      case 'start':
      case 'exit':
        return { offer, at: on(target.space), size: sizeOf(target.space), kind: 'space', danger: dangerOf(target), outline: outline(target.space) };
      case 'lead':
        return { offer, at: on(target.space), size: PIECE, kind: 'piece', danger: '' };
      case 'hand':
      case 'throw':
      case 'target': {
        const there = view.pieces.find(({ seat }) => seat === target.other);
        if (!there || isTwofold) return null;
        return { offer, at: on(there.space), size: PIECE, kind: 'piece', danger: '' };
      }
      case 'ring':
        return { offer, ...arrowOf(target.ring, target.way === 'clockwise'), size: 38, kind: 'ring', danger: '' };
      default:
        return null;
    }
  }

  return offers.map(padOf).filter((pad) => pad !== null);
}

/** The centre and the trails are round. */
function outline({ ring, row, column }: Space): string {
  return ring === 'trail' || ring === 'Central' ? '' : outlineOf(row, column);
}

function dangerOf(target: Target): Pad['danger'] {
  if (target.kind !== 'step') return '';
  if (target.met !== null || target.meets_spawn) return 'fight';
  if (target.is_hurt) return 'hurt';
  return target.words === 'out' ? 'out' : '';
}

const ARROWS: Record<string, number> = {
  Outer: middleOf('B'),
  Middle: (middleOf('D') + middleOf('E')) / 2,
  Inner: middleOf('F'),
  Central: 44,
};

/** At twelve o'clock: to the right it turns clockwise. */
function arrowOf(ring: string, isClockwise: boolean): { at: Point; isClockwise: boolean } {
  const far = ARROWS[ring]!;
  const angle = (ASIDE / far) * (180 / Math.PI) * (isClockwise ? 1 : -1);
  return { at: polar(far, angle), isClockwise };
}
