/** A thing that can be dragged onto a target: a tile, a card. A click on it stays a click. */
import type { Attachment } from 'svelte/attachments';

const BEGINS = 6; // pixels

interface Dragged {
  begin?: () => void;
  drop: (move: number) => void;
}

export function drag({ begin, drop }: Dragged): Attachment<HTMLElement> {
  return (thing) => {
    thing.style.touchAction = 'none';
    thing.addEventListener('pointerdown', ondown);
    return () => thing.removeEventListener('pointerdown', ondown);

    function ondown(down: PointerEvent): void {
      if (down.button !== 0) return;
      let ghost: HTMLElement | null = null;
      let over: Element | null = null;

      const move = (event: PointerEvent) => {
        const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
        if (!ghost && far < BEGINS) return;
        if (!ghost) {
          begin?.();
          ghost = ghostOf(thing);
        }
        ghost.style.translate = `${event.clientX - down.clientX}px ${event.clientY - down.clientY}px`;
        const under = targetUnder(event);
        if (under !== over) over?.classList.remove('under');
        under?.classList.add('under');
        over = under;
      };
      const end = (event: PointerEvent) => {
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', end);
        removeEventListener('pointercancel', end);
        over?.classList.remove('under');
        if (!ghost) return;
        ghost.remove();
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, { capture: true }));
        const target = event.type === 'pointerup' ? targetUnder(event) : null;
        if (target) drop(Number(target.getAttribute('data-move')));
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', end);
      addEventListener('pointercancel', end);
    }
  };
}

function swallow(click: Event): void {
  click.stopPropagation();
  click.preventDefault();
}

function targetUnder(event: PointerEvent): Element | null {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-move]') ?? null;
}

/** A picture of the thing that follows the pointer. */
function ghostOf(thing: HTMLElement): HTMLElement {
  const box = thing.getBoundingClientRect();
  const ghost = thing.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    opacity: '0.85',
    pointerEvents: 'none',
    zIndex: '100',
  });
  thing.parentElement!.append(ghost);
  return ghost;
}
