/** The pots of paint on the painter's table. */
export const PAINT = {
  sand: 0xf0d9a4,
  mud: 0x6b4a2c,
  ink: 0x2a211c,
  bone: 0xf4ecd8,
  white: 0xfafaf4,
  gold: 0xffc62e,
  brass: 0xc9973a,
  wood: 0xa8703c,
  darkWood: 0x6d4423,
  rope: 0xd9b97c,
  stone: 0x9a9087,
  darkStone: 0x5d5552,
  ash: 0x6a5154,
  basalt: 0x3c3234,
  moss: 0x7f8c4a,
  leaf: 0x4f9d43,
  darkLeaf: 0x2c6e3c,
  lightLeaf: 0x9ac84e,
  bark: 0x7a5230,
  lava: 0xff7a18,
  ember: 0xffa22a,
  heart: 0xe2183f,
  skin: 0xf1c094,
  red: 0xd8392b,
  yellow: 0xf2b71f,
  blue: 0x2f76cf,
} as const;

/** Regions, tokens and pictures are red, yellow or blue. */
export const COLOURS: Record<string, number> = {
  red: PAINT.red,
  yellow: PAINT.yellow,
  blue: PAINT.blue,
};

/** Seats by number, as the pages have them. */
export const SEATS = [0xd1492f, 0x2f6fc0, 0xe0a021, 0x8a4bb8] as const;
