const EVERY = 5000; // milliseconds between two looks around

/** Look around now and then while somebody sees the page, and at once when they come back to it. */
export function lookAgain(look: () => unknown): () => void {
  const seen = (): void => {
    if (!document.hidden) look();
  };
  const again = setInterval(seen, EVERY);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(again);
    document.removeEventListener('visibilitychange', seen);
  };
}
