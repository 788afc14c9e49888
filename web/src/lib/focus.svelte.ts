import type { Attachment } from 'svelte/attachments';

/**
 * On a page whose buttons come and go. When the one that had the focus is gone or disabled, and
 * nothing else took the focus, it goes to `home`, so that the next Tab leads to what is offered
 * there now instead of to the top of the page. This is looked after whenever what `isSettled` reads
 * changes and it is so; last of all, because a board may know a better place.
 */
export function keepsFocus(home: string, isSettled: () => boolean): Attachment<HTMLElement> {
  return (page) => {
    let last: Element | null = null;

    const came = (event: FocusEvent): void => void (last = event.target as Element);
    const left = (event: FocusEvent): void => {
      const next = event.relatedTarget as Node | null;
      if (next && !page.contains(next)) last = null; // somebody wants to be elsewhere
    };
    page.addEventListener('focusin', came);
    page.addEventListener('focusout', left);

    const look = (): void => {
      const active = document.activeElement;
      const isLost = active === null || active === document.body || active === last;
      const isGone = last && (!last.isConnected || last.matches(':disabled'));
      if (isLost && isGone) page.querySelector<HTMLElement>(home)?.focus({ preventScroll: true });
    };

    $effect(() => {
      if (!isSettled()) return;
      const later = setTimeout(look);
      return () => clearTimeout(later);
    });

    return () => {
      page.removeEventListener('focusin', came);
      page.removeEventListener('focusout', left);
    };
  };
}
