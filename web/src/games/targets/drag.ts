/** A thing that can be dragged onto a target: a tile, a card. A click on it stays a click. */
import type { Attachment } from 'svelte/attachments';

const BEGINS = 6; // pixels
const EDGE = 56; // so near to the edge of the screen the page begins to scroll
const SPEED = 9; // pixels with every picture

interface Dragged {
  begin?: () => void;
  drop: (move: number, from: DOMRect) => void; // from where it was let go
  end?: () => void; // it was let go, wherever
}

export function drag({ begin, drop, end: ended }: Dragged): Attachment<HTMLElement> {
  return (thing) => {
    thing.style.touchAction = 'none';
    thing.style.setProperty('user-select', 'none'); // or words are marked on the way
    thing.style.setProperty('-webkit-user-select', 'none'); // which Safari reads
    thing.addEventListener('pointerdown', ondown);
    return () => {
      for (const name of ['touch-action', 'user-select', '-webkit-user-select'])
        thing.style.removeProperty(name);
      thing.removeEventListener('pointerdown', ondown);
    };

    function ondown(down: PointerEvent): void {
      if (down.button !== 0 || !down.isPrimary) return;
      let ghost: HTMLElement | null = null;
      let over: Element | null = null;
      let scroll: Scroll | null = null;

      const move = (event: PointerEvent) => {
        const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
        if (!ghost && far < BEGINS) return;
        if (!ghost) {
          begin?.();
          ghost = ghostOf(thing);
          scroll = new Scroll();
        }
        scroll!.speed = speedAt(event.clientY);
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
        scroll?.stop();
        if (!ghost) return;
        const from = ghost.getBoundingClientRect();
        ghost.remove();
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, { capture: true }));
        const target = event.type === 'pointerup' ? targetUnder(event) : null;
        if (target) drop(Number(target.getAttribute('data-move')), from);
        ended?.();
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

/** On a phone the target may be beyond the edge: the page goes on while the thing is held there. */
class Scroll {
  speed = 0;
  #frame = 0;

  constructor() {
    this.#go();
  }

  #go = (): void => {
    if (this.speed) scrollBy({ top: this.speed, behavior: 'instant' });
    this.#frame = requestAnimationFrame(this.#go);
  };

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

function speedAt(y: number): number {
  if (y < EDGE) return -SPEED;
  return y > innerHeight - EDGE ? SPEED : 0;
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
