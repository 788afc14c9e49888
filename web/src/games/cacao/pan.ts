/** What is larger than its box can be dragged by mouse; fingers do so anyway. */
import type { Attachment } from 'svelte/attachments';

const BEGINS = 4; // pixels

export const pan: Attachment<HTMLElement> = (box) => {
  box.addEventListener('pointerdown', ondown);
  return () => box.removeEventListener('pointerdown', ondown);

  function ondown(down: PointerEvent): void {
    if (down.pointerType !== 'mouse' || down.button !== 0) return;
    const [left, top] = [box.scrollLeft, box.scrollTop];
    let isPanning = false;

    const move = (event: PointerEvent): void => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      isPanning ||= Math.hypot(x, y) > BEGINS;
      if (isPanning) box.scrollTo({ left: left - x, top: top - y, behavior: 'instant' });
    };
    const end = (): void => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      if (isPanning) swallowClick();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
  }
};

/** Who has dragged the ground meant no square. */
function swallowClick(): void {
  const swallow = (click: Event): void => click.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
