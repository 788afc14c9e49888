/** The colours of adventurers and temples. Each has a sign of its own, so that nobody needs to tell
 * colours apart; and each adventurer a hat of its own (Adventurer.svelte). */
export interface Colour {
  cloth: string;
  dark: string;
  sign: string; // about 14 by 14, around the middle
}

export const COLOURS: Record<string, Colour> = {
  brown: { cloth: '#9a6234', dark: '#54310f', sign: 'M-7.5 6L-2 -6L1 0L3.5 -3.500L7.5 6Z' },
  blue: {
    cloth: '#2f74c4',
    dark: '#123a6b',
    sign: 'M0 -8C4 -2 6 1 6 3.500A6 5.5 0 0 1 -6 3.500C-6 1 -4 -2 0 -8Z',
  },
  purple: {
    cloth: '#8d4bb5',
    dark: '#46195f',
    sign: 'M3.5 -7A7.5 7.5 0 1 0 5.5 5.500A6.2 6.2 0 1 1 3.5 -7Z',
  },
  yellow: {
    cloth: '#e3b21c',
    dark: '#6d4d00',
    sign: 'M0 -8L1.9 -4.600L5.7 -5.700L4.6 -1.900L8 0L4.6 1.900L5.7 5.700L1.9 4.600L0 8L-1.9 4.600L-5.7 5.700L-4.6 1.900L-8 0L-4.6 -1.900L-5.7 -5.700L-1.9 -4.600Z',
  },
  orange: {
    cloth: '#de7420',
    dark: '#6d3200',
    sign: 'M0.5 -8.500C6 -4 6.5 0 6.5 2.500A6.5 5.5 0 0 1 -6.5 2.500C-6.5 -1 -3.5 -1.5 -3 -4.500C-1 -3.5 0.5 -5 0.5 -8.500Z',
  },
  green: {
    cloth: '#3f9a4b',
    dark: '#114d1c',
    sign: 'M-7 7C-8 -3 -1 -8 7.5 -7.500C8 1 3 7.5 -5 5.500L4 -4L-7 7Z',
  },
};
