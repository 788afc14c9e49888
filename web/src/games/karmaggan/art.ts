/** What stands on the cards, drawn in 24 by 24 around the middle. The words are on them as well. */
export interface Art {
  lines?: string; // drawn by a pen
  fills?: string; // filled
  ink: string;
}

const HELMET = 'M-9 5Q-10-8 0-9T9 5zM-10 5h20v3h-20z';

export const CARDS: Record<string, Art> = {
  fingers: {
    fills: 'M-7 10V0Q-7-3-5-3V-7Q-5-9-3.500-9T-2-7V-9Q-2-11-.500-11T1-9V-7Q1-9 2.500-9T4-7V-3L6-6Q8-7 8-5Q6 4 4 10z',
    ink: '#c58b52',
  },
  mishmash: {
    fills: 'M-8-2a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM1-9l9 2-3 8zM-3 4h9v7h-9z',
    ink: '#7a9a3a',
  },
  pole: { lines: 'M-9 10L9-10M-6 7l-3 0M6-7l3 0', ink: '#8a5a2b' },
  gaze: { lines: 'M-11 0Q0-11 11 0Q0 11-11 0z', fills: 'M0-4a4 4 0 1 0 .010 0z', ink: '#2f7792' },
  spell: { fills: 'M0-11L2.500-3L11-2L4 3L6.500 11L0 6L-6.500 11L-4 3L-11-2L-2.500-3z', ink: '#7b55c7' },
  stone: { fills: 'M-9 4L-6-5L1-8L8-4L10 4L4 9L-5 9z', ink: '#8d8876' },
  'dull helmet': { fills: HELMET, ink: '#8c8f92' },
  'horned helmet': { fills: `${HELMET}M-8-3Q-14-5-12-12Q-9-7-5-7zM8-3Q14-5 12-12Q9-7 5-7z`, ink: '#a5713c' },
  'mirror helmet': { fills: HELMET, lines: 'M-4-4L2 3M0-6l5 6', ink: '#7fb2d8' },
  sparks: { fills: 'M3-11L-7 2H-1L-4 11L7-3H1z', ink: '#e2a414' },
  sword: { fills: 'M0-12L2.500-8V4H7V6.500H1.600V11H-1.600V6.500H-7V4H-2.500V-8z', ink: '#9fb0bd' },
  saliva: { fills: 'M0-11C5-4 8 0 8 4a8 8 0 0 1-16 0C-8 0-5-4 0-11z', ink: '#6fb7a6' },
  eclipse: { fills: 'M0-11a11 11 0 1 0 .010 0zM3-6a7 7 0 1 1-.010 0z', ink: '#c9552b' },
  carving: { lines: 'M-8 9L-3-9L2 3L5-4L9 9M-9 10h18', ink: '#8f5b34' },
  twins: { fills: 'M-11-7h10v10h-10zM1-3h10v10H1z', ink: '#d9901e' },
  tar: { fills: 'M-9 3Q-10-4-4-5Q-3-11 2-8Q9-8 8-2Q13 3 7 6Q4 11-1 8Q-8 10-9 3z', ink: '#2c2623' },
  dagger: { fills: 'M-8 9l4-5L-7 1l2-2 3 2L8-10Q6 1 0 4l2 3-2 2-3-3-5 4z', ink: '#b4443a' },
};

export const VALUES: Record<string, Art> = {
  none: { lines: 'M-6-6L6 6M6-6L-6 6', ink: '#777' },
  null: { lines: 'M0-7a7 7 0 1 0 .010 0z', ink: '#8a8272' },
  attack: { fills: 'M0-9L8 7H-8z', ink: '#b5402b' },
  counter: { fills: 'M-8-8H8V0Q7 7 0 10Q-7 7-8 0z', ink: '#2360a8' },
  power: { fills: 'M0-10L3-3L10 0L3 3L0 10L-3 3L-10 0L-3-3z', ink: '#b07a00' },
  sword: { fills: 'M0-11L2-8V3H6V5H1.500V10H-1.500V5H-6V3H-2V-8z', ink: '#6b3a94' },
};

const DOORS = 'M-11-8H-1V9H-11zM1-8H11V9H1z';
const AJAR = 'M-11-8H-7V9H-11zM7-8H11V9H7z';

export const TEMPLE_CARDS: Record<string, Art> = {
  arrows: { fills: 'M-1 10V-2H-5L0-11L5-2H1V10zM-10 10V2H-12L-9-4L-6 2H-8V10zM8 10V2H6L9-4L12 2H10V10z', ink: '#6c8799' },
  acid: { fills: 'M0-11C5-4 8 0 8 4a8 8 0 0 1-16 0C-8 0-5-4 0-11z', ink: '#5f9c1f' },
  fire: { fills: 'M0-12C8-5 9 2 6 7C4 12-4 12-6 7C-9 2-5-1-5-6C-2-4 0-8 0-12z', ink: '#e0561a' },
  piston: { fills: 'M-4-12H4V-2H9V6H-9V-2H-4zM-11 9H11V12H-11z', ink: '#7b6a55' },
  'battering ram': { fills: 'M-12-3H2Q4-9 9-7Q12-4 8-3Q12 0 9 4Q5 7 2 4H-12z', ink: '#8a5a2b' },
  'iris flash': { lines: 'M0-11a11 11 0 1 0 .010 0zM0-11L5-2M10-4L2 4M8 8L-3 5M-2 11L-6 1M-10 4L-5-5M-9-6L2-6', ink: '#7b55c7' },
  calm: { fills: 'M-9 9Q-10-8 10-10Q9 9-9 9z', ink: '#4f8a4a' },
  plenty: { fills: 'M-9-6L0-9L4 6L-5 9zM3-8H11V8H6z', ink: '#b07a00' },
  'Sun gates open': { fills: AJAR, lines: 'M0-4a4 4 0 1 0 .010 0z', ink: '#d99a17' },
  'Moon gates open': { fills: AJAR, lines: 'M2-4a5 5 0 1 0 0 9a4 4 0 0 1 0-9z', ink: '#5d7ab0' },
  'Sun gates close': { fills: DOORS, ink: '#d99a17' },
  'Moon gates close': { fills: DOORS, ink: '#5d7ab0' },
  'all gates close': { fills: DOORS, ink: '#6b6250' },
};

const RIGHT: Art = { lines: 'M-8 6A10 10 0 1 1 8 6M8 6l-7 0M8 6l1-7', ink: '#2c6a37' };
const LEFT: Art = { lines: 'M8 6A10 10 0 1 0-8 6M-8 6l7 0M-8 6l-1-7', ink: '#2c6a37' };

/** Any card of either deck; those of the rings are drawn by their way. */
export function artOf(card: string): Art {
  const known = CARDS[card] ?? TEMPLE_CARDS[card];
  return known ?? (card.endsWith('counterclockwise') ? LEFT : RIGHT);
}
