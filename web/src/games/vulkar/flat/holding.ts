/** Something on the map that is taken by a pointer and moved until it is let go. */
import type { Attachment } from 'svelte/attachments';

const BEGINS = 5; // pixels

interface Held {
  move: (event: PointerEvent) => void;
  end: (event: PointerEvent, isMoved: boolean) => void;
}

export function holding(down: PointerEvent, { move, end }: Held): void {
  let isMoved = false;
  const moved = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    isMoved ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > BEGINS;
    if (isMoved) move(event);
  };
  const ended = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    removeEventListener('pointermove', moved);
    removeEventListener('pointerup', ended);
    removeEventListener('pointercancel', ended);
    if (isMoved) swallowClick();
    end(event, isMoved);
  };
  addEventListener('pointermove', moved);
  addEventListener('pointerup', ended);
  addEventListener('pointercancel', ended);
}

/** What was dragged was not clicked. */
export function swallowClick(): void {
  const swallow = (click: Event): void => click.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

/** Keys that a thing takes before the board sees them; who takes one says so. */
export function keys(take: (key: string) => boolean): Attachment<SVGElement> {
  return (thing) => {
    const onkey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !take(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    thing.addEventListener('keydown', onkey);
    return () => thing.removeEventListener('keydown', onkey);
  };
}
