/** What is pointed at on a board, by the names that it gives its pieces. */
import type { Attachment } from 'svelte/attachments';

const MARK = 'data-pointed';

/** Marks the pieces as long as they are pointed at, also those that are drawn anew meanwhile. */
export function pointsAt(names: string[]): Attachment<HTMLElement> {
  return (board) => {
    const mark = (): void => {
      for (const piece of piecesIn(board, names)) piece.setAttribute(MARK, '');
    };
    const watch = new MutationObserver(mark);
    mark();
    if (names.length) watch.observe(board, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      board.querySelectorAll(`[${MARK}]`).forEach((piece) => piece.removeAttribute(MARK));
    };
  };
}

export function piecesIn(board: ParentNode, names: string[]): Element[] {
  const all = [...board.querySelectorAll('[data-piece]')];
  const wanted = all.filter((piece) => names.includes(piece.getAttribute('data-piece')!));
  return wanted.filter((piece) => !piece.closest('[aria-hidden="true"]')); // not on small copies
}

/** Scrolls so far that all of the first thing pointed at is in sight, above what lies at the foot. */
export function bringIntoSight(board: HTMLElement, foot: number): void {
  const thing = board.querySelector(`[${MARK}]`) ?? board.querySelector('.lit');
  const box = thing?.getBoundingClientRect();
  if (!box || !box.height) return;
  const [top, bottom] = [64, innerHeight - foot - 8];
  const isTall = box.height > bottom - top;
  const by = box.top < top || isTall ? box.top - top : Math.max(0, box.bottom - bottom);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (Math.abs(by) > 2) scrollBy({ top: by, behavior: isStill ? 'auto' : 'smooth' });
}
