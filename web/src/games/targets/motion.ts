/** How things come and go on a board: quietly, and at once for those who want no motion. */
import { cubicInOut, cubicOut } from 'svelte/easing';
import { prefersReducedMotion } from 'svelte/motion';
import type { TransitionConfig } from 'svelte/transition';

export function unlessStill(milliseconds: number): number {
  return prefersReducedMotion.current ? 0 : milliseconds;
}

/** Laid down from above. */
export function settle(_: Element, { delay = 0 } = {}): TransitionConfig {
  return {
    delay: unlessStill(delay),
    duration: unlessStill(380),
    easing: cubicOut,
    css: (t, left) =>
      `opacity: ${t}; transform: translateY(${-45 * left}px) scale(${1 + 0.35 * left});`,
  };
}

/** Slid there from where it was seen before; laid down from above if it was not seen. */
export function slide(thing: SVGGraphicsElement, from: DOMRect | null): TransitionConfig {
  const to = thing.getBoundingClientRect();
  if (!from?.width || !to.width) return settle(thing);
  const unit = thing.getScreenCTM()!.a; // pixels that a length of 1 has on the board
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / unit;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / unit;
  const larger = from.width / to.width - 1;
  return {
    duration: unlessStill(520),
    easing: cubicInOut,
    css: (_, left) =>
      `transform: translate(${x * left}px, ${y * left}px) scale(${1 + larger * left});`,
  };
}

/** Picked up: it rises and is gone. */
export function rise(_: Element): TransitionConfig {
  return {
    duration: unlessStill(500),
    easing: cubicOut,
    css: (t, gone) =>
      `opacity: ${t}; transform: translateY(${-50 * gone}px) scale(${1 + 0.4 * gone});`,
  };
}
