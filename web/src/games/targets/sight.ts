import type { Attachment } from 'svelte/attachments';

const SIDEWAYS = '(max-height: 30rem) and (min-width: 44rem)';
const EDGE = 6; // pixels

/** On a phone that lies on its side the page's head would hide half of the board: it is scrolled away. */
export const inSight: Attachment<HTMLElement> = (box) => {
  if (!matchMedia(SIDEWAYS).matches || scrollY > 0) return;
  const frame = requestAnimationFrame(() => scrollTo(0, box.getBoundingClientRect().top + scrollY - EDGE));
  return () => cancelAnimationFrame(frame);
};
