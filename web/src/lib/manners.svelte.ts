/** How somebody likes to play, in this browser: when a move is asked about first, and how fast bots go. */
import { t } from './speech.svelte';
import { inBrowser } from './stored';

export type Asking = 'finger' | 'always' | 'never';
export type Pace = 'at once' | 'calm' | 'slow' | 'one by one';

export const ASKING: Record<Asking, string> = {
  finger: t('when I use a finger'),
  always: t('always'),
  never: t('never'),
};
export const PACES: Record<Pace, string> = {
  'at once': t('at once'),
  calm: t('at an easy pace'),
  slow: t('slowly'),
  'one by one': t('one by one, when I say so'),
};

/** Milliseconds for which a turn is seen before the next one. */
export const SEEN: Record<Pace, number> = { 'at once': 0, calm: 900, slow: 2500, 'one by one': Infinity };

let asking = $state<Asking>(kept('asking', ASKING, 'finger'));
let pace = $state<Pace>(kept('pace', PACES, 'calm'));

export const manners = {
  get asking(): Asking {
    return asking;
  },
  set asking(wanted: Asking) {
    asking = wanted;
    inBrowser.set('asking', wanted);
  },
  get pace(): Pace {
    return pace;
  },
  set pace(wanted: Pace) {
    pace = wanted;
    inBrowser.set('pace', wanted);
  },
};

function kept<Choice extends string>(
  name: string,
  choices: Record<Choice, string>,
  usual: Choice,
): Choice {
  const found = inBrowser.get(name);
  return found !== null && found in choices ? (found as Choice) : usual;
}
