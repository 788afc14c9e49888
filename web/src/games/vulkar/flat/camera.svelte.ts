/** What part of the flat island is looked at: all of it, or near enough to hit a space with a finger. */
import { cubicInOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import type { Attachment } from 'svelte/attachments';
import { unlessStill } from '../../targets/motion';
import { swallowClick } from './holding';
import { TALL, WIDE } from './paint';

/** On the map, y goes down. */
export interface Spot {
  x: number;
  y: number;
}

interface Look extends Spot {
  scale: number; // pixels for a millimetre
}

const NEAREST = 3.4;
const BEGINS = 6; // pixels
const MARGIN = 1.02;

export class Camera {
  wide = $state(900); // pixels
  tall = $state(580);
  isMoved = $state(false); // by hand
  #look = new Tween<Look>({ x: 0, y: 0, scale: 0 }, { easing: cubicInOut });

  /** So that all of the island is seen. */
  get least(): number {
    return Math.min(this.wide / WIDE, this.tall / TALL) / MARGIN;
  }

  get now(): Look {
    const { x, y, scale } = this.#look.current;
    return { x, y, scale: Math.max(scale, this.least) };
  }

  get goal(): Look {
    const { x, y, scale } = this.#look.target;
    return { x, y, scale: Math.max(scale, this.least) };
  }

  get box(): string {
    const { x, y, scale } = this.now;
    const [wide, tall] = [this.wide / scale, this.tall / scale];
    return `${(x - wide / 2).toFixed(1)} ${(y - tall / 2).toFixed(1)} ${wide.toFixed(1)} ${tall.toFixed(1)}`;
  }

  /** What brings the painting, as large as it is in millimetres, to its place on the screen. */
  get placing(): string {
    const { x, y, scale } = this.now;
    const left = this.wide / 2 - (x + WIDE / 2) * scale;
    const top = this.tall / 2 - (y + TALL / 2) * scale;
    return `translate(${left.toFixed(2)}px, ${top.toFixed(2)}px) scale(${scale.toFixed(5)})`;
  }

  get isSmall(): boolean {
    return this.wide < 620;
  }

  get isWhole(): boolean {
    return this.goal.scale <= this.least * 1.001;
  }

  get isNearest(): boolean {
    return this.goal.scale >= NEAREST * 0.999;
  }

  whole(): void {
    this.go({ x: 0, y: 0, scale: 0 });
    this.isMoved = this.isSmall; // there one is nearer, unless one wants to see all
  }

  /** So that no sea is above or below the island, around a place. */
  fill({ x, y }: Spot): void {
    this.go({ x, y, scale: Math.max(this.wide / WIDE, this.tall / TALL) });
  }

  /** To some places, and so near that a millimetre has at most so many pixels. */
  to(places: Spot[], most: number, time?: number): void {
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const fits = Math.min(this.wide / (right - left + 70), this.tall / (bottom - top + 80));
    this.go({ x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(most, fits) }, time);
  }

  zoom(by: number): void {
    this.isMoved = true;
    this.go({ ...this.goal, scale: this.goal.scale * by });
  }

  go(look: Look, time = 600): void {
    const scale = Math.min(NEAREST, Math.max(this.least, look.scale));
    const reach = (all: number, pixels: number): number => Math.max(0, (all - pixels / scale) / 2);
    const within = (one: number, most: number): number => Math.min(most, Math.max(-most, one));
    const x = within(look.x, reach(WIDE, this.wide));
    const y = within(look.y, reach(TALL, this.tall));
    void this.#look.set({ x, y, scale }, { duration: unlessStill(time) });
  }

  /** Where a pointer is, on the map. */
  under(event: { clientX: number; clientY: number }, picture: Element): Spot {
    const box = picture.getBoundingClientRect();
    const { x, y, scale } = this.now;
    return {
      x: x + (event.clientX - box.x - box.width / 2) / scale,
      y: y + (event.clientY - box.y - box.height / 2) / scale,
    };
  }

  /** Dragged by a pointer, pinched by two fingers, larger and smaller by a wheel with a key. */
  held: Attachment<SVGSVGElement> = (picture) => {
    let down: { id: number; at: Spot }[] = []; // the pointers
    let isDragged = false;

    const begin = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      down = [...down, { id: event.pointerId, at: { x: event.clientX, y: event.clientY } }];
      isDragged = down.length > 1;
    };
    const move = (event: PointerEvent): void => {
      const held = down.find(({ id }) => id === event.pointerId);
      if (!held) return;
      const before = held.at;
      const after = { x: event.clientX, y: event.clientY };
      const other = down.find((one) => one !== held)?.at;
      if (!isDragged && far(before, after) < BEGINS) return;
      if (!other && this.isWhole) return;
      isDragged = true;
      this.isMoved = true;
      held.at = after;
      const { x, y, scale } = this.goal;
      const closer = other ? far(other, after) / Math.max(1, far(other, before)) : 1;
      const [right, below] = [(after.x - before.x) / scale, (after.y - before.y) / scale];
      this.go({ x: x - right, y: y - below, scale: scale * closer }, 0);
    };
    const end = (event: PointerEvent): void => {
      const isHeld = down.some(({ id }) => id === event.pointerId);
      down = down.filter(({ id }) => id !== event.pointerId);
      if (!isHeld || !isDragged || down.length) return;
      swallowClick();
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return; // without a key the page is scrolled
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200));
    };
    picture.addEventListener('pointerdown', begin);
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    picture.addEventListener('wheel', wheel, { passive: false });
    return () => {
      picture.removeEventListener('pointerdown', begin);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      picture.removeEventListener('wheel', wheel);
    };
  };
}

function far(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
