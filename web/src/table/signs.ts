/** The sign of each seat: a colour, and a shape for who sees no colours. */
import { getContext, setContext } from 'svelte';
import { TRIBES } from '../games/cacao/tribes';

export interface Sign {
  shape: string;
  colour: string;
  within: string; // what brings the shape into 24 by 24
}

const SHAPES = [
  'M12 3a9 9 0 1 0 .01 0z', // disc
  'M4 4h16v16H4z', // square
  'M12 2.500L22.500 21H1.500z', // triangle
  'M12 1.500L22 12L12 22.500L2 12z', // diamond
  'M12 2l9 5v10l-9 5l-9-5V7z', // hexagon
  'M12 2l3 7h7l-5.500 5l2 8L12 17.500L5.500 22l2-8L2 9h7z', // star
];
const USUAL: Sign[] = SHAPES.map((shape, seat) => ({ shape, colour: `var(--p${seat})`, within: '' }));

/** Where the pieces of a seat have a sign of their own, it is the same beside its name. */
const CLOTHS = {
  red: 'light-dark(#b5402b, #f0836b)',
  purple: 'light-dark(#7442a0, #bd92e4)',
  white: 'light-dark(#7d7460, #efe9da)',
  yellow: 'light-dark(#8c6a00, #e6b325)',
};
const OF_GAMES: Record<string, Sign[]> = {
  cacao: Object.entries(CLOTHS).map(([name, colour]) => ({
    shape: TRIBES[name]!.sign,
    colour,
    within: 'translate(12 12) scale(1.15)',
  })),
};

const GAME = Symbol('game');

/** From here on seats have the signs of this game. */
export function useSignsOf(game: () => string | undefined): void {
  setContext(GAME, game);
}

/** The signs of the seats at this table. */
export function seatSigns(): (seat: number) => Sign {
  const game = getContext<(() => string | undefined) | undefined>(GAME);
  return (seat) => {
    const signs = OF_GAMES[game?.() ?? ''] ?? USUAL;
    return signs[seat % signs.length]!;
  };
}
