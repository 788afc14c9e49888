/** Whether somebody likes the island in three dimensions or flat, and whether the browser can draw it. */
import { inBrowser } from '../../lib/stored';

export type Taste = 'solid' | 'flat';

const NAME = 'vulkar island';

export function kept(): Taste | null {
  const found = inBrowser.get(NAME);
  return found === 'solid' || found === 'flat' ? found : null;
}

export function keep(taste: Taste): void {
  inBrowser.set(NAME, taste);
}

let answer: boolean | undefined;

/** Is there WebGL 2? */
export function canDraw(): boolean {
  return (answer ??= (() => {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext(); // there are only a few in a browser
    return context !== null;
  })());
}

let isTaken = false;

/** Only one island in three dimensions at a time: a replay may show several boards. */
export function claim(): boolean {
  if (isTaken) return false;
  isTaken = true;
  return true;
}

export function release(): void {
  isTaken = false;
}
