/** Sounds, if somebody wants them: off by one click, and remembered in this browser. */
import { inBrowser } from './stored';

export type Sound = 'card' | 'tile' | 'step' | 'ring' | 'roll' | 'knock' | 'turn' | 'win' | 'lose' | 'chat';

const KEY = 'sound';

let isOn = $state(kept() ?? !asksForCalm());

export const sound = {
  get isOn(): boolean {
    return isOn;
  },
  set isOn(is: boolean) {
    isOn = is;
    inBrowser.set(KEY, is ? 'on' : 'off');
  },
};

/** Silent by default where the system asks for calm; motion is the only thing it can ask about. */
export function asksForCalm(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function kept(): boolean | null {
  const found = inBrowser.get(KEY);
  return found === null ? null : found === 'on';
}

/** Not before anybody has touched the page: browsers would not let us, and nobody expects it. */
export async function hear(...sounds: Sound[]): Promise<void> {
  if (!isOn || !sounds.length || document.hidden || !hasTouched()) return;
  const { play } = await import('./synth');
  play(sounds);
}

function hasTouched(): boolean {
  return (navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive ?? true;
}
