/** How things come and go on a board: quietly, and at once for those who want no motion. */
import { cubicOut } from 'svelte/easing';
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

/** Picked up: it rises and is gone. */
export function rise(_: Element): TransitionConfig {
  return {
    duration: unlessStill(500),
    easing: cubicOut,
    css: (t, gone) =>
      `opacity: ${t}; transform: translateY(${-50 * gone}px) scale(${1 + 0.4 * gone});`,
  };
}
