/** The sign of each seat: a colour, and a shape for who sees no colours. */
import { getContext, setContext } from 'svelte';
import { signs, type Sign } from '../games';

// No two may look alike at 12 pixels: each has an outline of its own, none is another one turned.
const SHAPES = [
  'M12 2.500a9.500 9.500 0 1 0 .010 0z', // disc
  'M3 3h18v18H3z', // square
  'M12 2.500L22.500 21H1.500z', // triangle
  'M12 1.500L22 12L12 22.500L2 12z', // diamond
  'M9 1.500h6V9h7.500v6H15v7.500H9V15H1.500V9H9z', // cross
  'M12 1l3.200 7.500l8 .700l-6 5.400l1.800 8L12 18.400l-7 4.200l1.800-8l-6-5.400l8-.700z', // star
  'M17 2.500A10.500 10.500 0 1 0 17 21.500A10.500 10.500 0 0 1 17 2.500z', // crescent
  'M2.500 2h19L14.500 12l7 10h-19l7-10z', // hourglass
];

/** Where a game has no signs of its own, or fewer than seats. */
export const USUAL: Sign[] = SHAPES.map((shape, seat) => ({
  shape,
  colour: `var(--p${seat})`,
  within: '',
}));

/** The sign of a seat at a table of this game. */
export function signOf(seat: number, game = ''): Sign {
  return signs[game]?.[seat] ?? USUAL[seat % USUAL.length]!;
}

const GAME = Symbol('game');

/** From here on seats have the signs of this game. */
export function useSignsOf(game: () => string | undefined): void {
  setContext(GAME, game);
}

/** The signs of the seats at this table. */
export function seatSigns(): (seat: number) => Sign {
  const game = getContext<(() => string | undefined) | undefined>(GAME);
  return (seat) => signOf(seat, game?.());
}
