import type { Attachment } from 'svelte/attachments';

let isFirst = true;
const named = new WeakMap<HTMLElement, string>(); // a page that changes takes the focus once

/** On a page's heading: names the page, and takes the focus so that its name is read out. */
export function arrive(title: string): Attachment<HTMLElement> {
  return (heading) => {
    if (named.get(heading) === title) return;
    named.set(heading, title);
    document.title = title === 'Templetop' ? title : `${title} · Templetop`;
    heading.tabIndex = -1;
    if (!isFirst) heading.focus({ preventScroll: true });
    isFirst = false;
  };
}
