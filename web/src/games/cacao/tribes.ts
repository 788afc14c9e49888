/** The cloth of each seat and its sign, so that nobody needs to tell colours apart. */
export interface Tribe {
  cloth: string;
  dark: string;
  pale: string;
  sign: string;
}

export const TRIBES: Record<string, Tribe> = {
  red: { cloth: '#c8452f', dark: '#5c160b', pale: '#f0a48f', sign: 'M0 -10L9 8H-9ZM0 -2L4 5H-4Z' },
  purple: {
    cloth: '#8350b0',
    dark: '#3a1a58',
    pale: '#c9a8e6',
    sign: 'M4 -9A9.5 9.5 0 1 0 7 7A8 8 0 1 1 4 -9Z',
  },
  white: {
    cloth: '#efe9da',
    dark: '#4b4437',
    pale: '#cfc6b0',
    sign: 'M-8 9C-9 -2 -1 -10 9 -9C9 1 2 9 -6 7L5 -4Z',
  },
  yellow: {
    cloth: '#e6b325',
    dark: '#5f4300',
    pale: '#f8e0a0',
    sign: 'M0 -10L2.4 -5.800L7 -7L5.8 -2.400L10 0L5.8 2.400L7 7L2.4 5.800L0 10L-2.4 5.800L-7 7L-5.8 2.400L-10 0L-5.8 -2.400L-7 -7L-2.4 -5.800Z',
  },
};

/** Is the cloth so light that only something dark can be seen on it? */
export function isPale(colour: string): boolean {
  return colour === 'white' || colour === 'yellow';
}
