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

/** Scrolls so far that what is pointed at is in sight, above what lies at the foot of the page. */
export function bringIntoSight(board: HTMLElement, foot: number): void {
  const [top, bottom] = [64, innerHeight - foot - 8];
  const boxes = boxesOf(board, `[${MARK}]`).concat(boxesOf(board, '.lit'));
  const first = Math.min(...boxes.map((box) => box.top));
  const last = Math.max(...boxes.map((box) => box.bottom));
  const box = last - first <= bottom - top ? { top: first, bottom: last } : boxes.at(-1);
  if (!box || !Number.isFinite(first)) return;
  const isTall = box.bottom - box.top > bottom - top;
  const by = box.top < top || isTall ? box.top - top : Math.max(0, box.bottom - bottom);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (Math.abs(by) > 2) scrollBy({ top: by, behavior: isStill ? 'auto' : 'smooth' });
}

function boxesOf(board: HTMLElement, what: string): DOMRect[] {
  const all = [...board.querySelectorAll(what)].map((thing) => thing.getBoundingClientRect());
  return all.filter((box) => box.height > 0);
}
