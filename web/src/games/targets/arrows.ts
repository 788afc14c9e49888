/** Targets on a board by arrow keys: the Tab key comes to a board once, arrows go on from there. */
import type { Attachment } from 'svelte/attachments';

const WAYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
};

export const arrows: Attachment = (board) => {
  let last: Element | null = null; // the target that a key came to
  let where: [number, number] = [0, 0]; // its middle
  const watch = new MutationObserver(() => {
    keepOneInTabOrder(board);
    goOn();
  });
  watch.observe(board, { childList: true, subtree: true });
  keepOneInTabOrder(board);
  // A drawing that hears of the focus would itself be a stop for the Tab key.
  board.setAttribute('tabindex', '-1');
  board.addEventListener('focusin', onfocus);
  board.addEventListener('keydown', onkey as EventListener);
  return () => {
    watch.disconnect();
    board.removeEventListener('focusin', onfocus);
    board.removeEventListener('keydown', onkey as EventListener);
  };

  function onfocus(event: Event): void {
    const target = (event.target as Element).closest('.target');
    if (!target) return;
    keepOneInTabOrder(board, target);
    last = target.matches(':focus-visible') ? target : null;
    where = middle(target);
  }

  /**
   * A move was made and its target is gone: for who uses keys the focus waits for the next ones,
   * unless it is elsewhere by then. What holds the board kept it meanwhile.
   */
  function goOn(): void {
    if (!last || board.contains(last) || !document.activeElement?.contains(board)) return;
    const next = closest(where, targetsOf(board));
    if (!next) return;
    next.focus({ preventScroll: true });
    last = next;
  }

  function onkey(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    const from = (event.target as Element).closest('.target');
    if (!way || !from || event.defaultPrevented) return;
    event.preventDefault();
    nearest(from, way, targetsOf(board))?.focus();
  }
};

function targetsOf(board: Element): SVGElement[] {
  return [...board.querySelectorAll<SVGElement>('.target')];
}

function keepOneInTabOrder(board: Element, wanted?: Element): void {
  const targets = targetsOf(board);
  const chosen = wanted ?? targets.find((target) => target.tabIndex === 0) ?? targets[0];
  for (const target of targets) {
    const index = target === chosen ? '0' : '-1';
    if (target.getAttribute('tabindex') !== index) target.setAttribute('tabindex', index);
  }
}

/** The next target that way: what lies aside counts double. */
function nearest(
  from: Element,
  [dx, dy]: [number, number],
  targets: SVGElement[],
): SVGElement | null {
  const [x, y] = middle(from);
  let best: SVGElement | null = null;
  let least = Infinity;
  for (const target of targets) {
    const [tx, ty] = middle(target);
    const ahead = (tx - x) * dx + (ty - y) * dy;
    const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (target !== from && ahead > 1 && ahead + 2 * aside < least) {
      best = target;
      least = ahead + 2 * aside;
    }
  }
  return best;
}

/** The target that is the least way off. */
function closest([x, y]: [number, number], targets: SVGElement[]): SVGElement | null {
  const far = (target: SVGElement): number => {
    const [tx, ty] = middle(target);
    return Math.hypot(tx - x, ty - y);
  };
  return targets.toSorted((one, other) => far(one) - far(other))[0] ?? null;
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
