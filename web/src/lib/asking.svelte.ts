/** A slip is not a move: a finger's first tap shows what the second one does. */
import { manners } from './manners.svelte';

let hand = 'mouse'; // what was used last: mouse, touch, pen or keys
let at = { x: 0, y: 0 }; // where a pointer was put down last
let shown = $state<number | null>(null);

if (typeof addEventListener !== 'undefined') {
  const note = (event: PointerEvent): void => {
    hand = event.pointerType || 'mouse';
    at = { x: event.clientX, y: event.clientY };
  };
  addEventListener('pointerdown', note, { capture: true });
  addEventListener('keydown', () => (hand = 'keys'), { capture: true });
}

/** The move that is shown on the board and not made yet. */
export const asking = {
  get move(): number | null {
    return shown;
  },
  set move(move: number | null) {
    shown = move;
  },
  /** Where a pointer has chosen something on the board; null: it was done otherwise. */
  get place(): { x: number; y: number } | null {
    const isBoard = document.elementFromPoint(at.x, at.y)?.closest('.board svg');
    return hand !== 'keys' && isBoard ? { ...at } : null;
  },
  /** Is it to be shown first? Not where there is nothing to choose, nor by keys: they hit what is named. */
  isNeededFor(move: number, offered: number): boolean {
    if (shown === move || offered < 2 || hand === 'keys') return false;
    return manners.asking === 'always' || (manners.asking === 'finger' && hand === 'touch');
  },
};
