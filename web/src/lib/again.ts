const OFTEN = 5000; // milliseconds between two looks around, while somebody is at the page
const SELDOM = 60_000; // the same, when nobody has touched it for a while
const PART = 0.25; // of the time for which nobody has touched it
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/**
 * Look around now and then while somebody sees the page, and at once when they come back to it. The
 * longer nobody touches the page, the longer it takes.
 */
export function lookAgain(look: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = Date.now();
  let wait = OFTEN;

  function plan(): void {
    clearTimeout(timer);
    wait = Math.min(SELDOM, Math.max(OFTEN, PART * (Date.now() - touchedAt)));
    timer = document.hidden ? undefined : setTimeout(now, wait);
  }
  function now(): void {
    if (!document.hidden) look();
    plan();
  }
  function touched(): void {
    touchedAt = Date.now();
    if (wait > OFTEN) now();
  }

  plan();
  document.addEventListener('visibilitychange', now);
  for (const touch of TOUCHES) addEventListener(touch, touched, { passive: true });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', now);
    for (const touch of TOUCHES) removeEventListener(touch, touched);
  };
}
