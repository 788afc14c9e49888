/** Elements of the page that stay over places of the island, however it is looked at. */
import type { Attachment } from 'svelte/attachments';
import type { PerspectiveCamera } from 'three';
import { project } from './picking';
import type { Place } from './look';

interface Pinned {
  element: SVGElement | HTMLElement;
  at: () => Place | null; // null: nowhere
  shown: string;
}

export class Overlay {
  readonly #pinned = new Set<Pinned>();
  #lens: PerspectiveCamera | null = null;
  #wide = 1;
  #tall = 1;

  /** Over a place, which may move; in pixels from the overlay's upper left corner. */
  over(at: () => Place | null): Attachment<SVGElement | HTMLElement> {
    return (element) => {
      const pinned: Pinned = { element, at, shown: '' };
      this.#pinned.add(pinned);
      this.#pin(pinned);
      return () => void this.#pinned.delete(pinned);
    };
  }

  /** The picture was drawn anew, or has another size. */
  update(lens: PerspectiveCamera, wide: number, tall: number): void {
    this.#lens = lens;
    this.#wide = wide;
    this.#tall = tall;
    for (const pinned of this.#pinned) this.#pin(pinned);
  }

  /** Where a place is, in pixels. */
  spot(place: Place): { x: number; y: number } | null {
    const seen = this.#lens && project(this.#lens, place);
    return seen && { x: seen[0] * this.#wide, y: seen[1] * this.#tall };
  }

  #pin(pinned: Pinned): void {
    const place = pinned.at();
    const spot = place && this.spot(place);
    const shown = spot ? `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)` : 'none';
    if (shown === pinned.shown) return;
    pinned.shown = shown;
    pinned.element.style.transform = spot ? shown : '';
    pinned.element.style.visibility = spot ? '' : 'hidden';
  }
}
