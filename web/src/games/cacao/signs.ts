/** Beside its name a seat has the sign of its tribe, in colours that can be seen on any ground. */
import type { Sign } from '..';
import { TRIBES } from './tribes';

const CLOTHS = {
  red: 'light-dark(#b5402b, #f0836b)',
  purple: 'light-dark(#7442a0, #bd92e4)',
  white: 'light-dark(#7d7460, #efe9da)',
  yellow: 'light-dark(#8c6a00, #e6b325)',
};

export const signs: Sign[] = Object.entries(CLOTHS).map(([name, colour]) => ({
  shape: TRIBES[name]!.sign,
  colour,
  within: 'translate(12 12) scale(1.15)',
}));
