/** Who plays by keys stays where they were when what they pressed is gone. */
import type { Attachment } from 'svelte/attachments';

export const keepsFocus: Attachment<HTMLElement> = (box) => {
  let last: Element | null = null; // what had the focus in here
  const watch = new MutationObserver(() => {
    if (!last || box.contains(last) || document.activeElement !== document.body) return;
    last = null;
    box.focus({ preventScroll: true });
  });
  const onfocus = (event: FocusEvent): void => void (last = event.target as Element);
  const onblur = (event: FocusEvent): void => {
    if (event.relatedTarget) last = null; // it went elsewhere, and was not lost
  };
  box.tabIndex = -1;
  watch.observe(box, { childList: true, subtree: true });
  box.addEventListener('focusin', onfocus);
  box.addEventListener('focusout', onblur);
  return () => {
    watch.disconnect();
    box.removeEventListener('focusin', onfocus);
    box.removeEventListener('focusout', onblur);
  };
};
