/** What part of the Temple is looked at: all of it, or near enough to hit a tile with a finger. */
import { cubicInOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import type { Attachment } from 'svelte/attachments';
import { unlessStill } from '../targets/motion';
import { EDGE, WHOLE, type Point } from './geometry';

export interface Look extends Point {
  wide: number; // so much of the Temple is seen
}

const NEAREST = 260;
const ALL: Look = { x: 0, y: 0, wide: WHOLE };
const BEGINS = 6; // pixels

export class Camera {
  #look = new Tween<Look>(ALL, { easing: cubicInOut });
  pixels = $state(600); // the smaller side of the picture
  isMoved = $state(false); // by hand

  get now(): Look {
    return this.#look.current;
  }

  get box(): string {
    const { x, y, wide } = this.now;
    return `${(x - wide / 2).toFixed(1)} ${(y - wide / 2).toFixed(1)} ${wide.toFixed(1)} ${wide.toFixed(1)}`;
  }

  /** Pixels that a length of 1 has, when it stands still. */
  get scale(): number {
    return this.pixels / this.#look.target.wide;
  }

  get isWhole(): boolean {
    return this.#look.target.wide >= WHOLE;
  }

  get isNearest(): boolean {
    return this.#look.target.wide <= NEAREST;
  }

  whole(): void {
    this.go(ALL);
    this.isMoved = false;
  }

  /** To some points, so near that lengths of 1 have at least so many pixels. */
  to(points: Point[], scale: number): void {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const spread = Math.max(right - left, bottom - top) + 110;
    const wide = Math.max(spread, this.pixels / scale);
    if (wide > 0.8 * WHOLE) this.go(ALL); // nothing is gained, and what is at the rim would be cut
    else this.go({ x: (left + right) / 2, y: (top + bottom) / 2, wide });
  }

  zoom(by: number): void {
    const look = this.#look.target;
    this.isMoved = true;
    this.go({ ...look, wide: look.wide / by });
  }

  go(look: Look, time = 600): void {
    const wide = Math.min(WHOLE, Math.max(NEAREST, look.wide));
    const reach = Math.max(0, EDGE - wide / 2);
    const within = (one: number): number => Math.min(reach, Math.max(-reach, one));
    void this.#look.set(
      { x: within(look.x), y: within(look.y), wide },
      { duration: unlessStill(time) },
    );
  }

  /** Dragged by a pointer, pinched by two fingers, larger and smaller by a wheel with a key. */
  held: Attachment<SVGSVGElement> = (picture) => {
    let down: { id: number; at: Point }[] = []; // the pointers
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
      const { x, y, wide } = this.#look.target;
      const unit = 1 / this.scale;
      const closer = other ? far(other, before) / Math.max(1, far(other, after)) : 1;
      const [right, below] = [(after.x - before.x) * unit, (after.y - before.y) * unit];
      this.go({ x: x - right, y: y - below, wide: wide * closer }, 0);
    };
    const end = (event: PointerEvent): void => {
      const isHeld = down.some(({ id }) => id === event.pointerId);
      down = down.filter(({ id }) => id !== event.pointerId);
      if (!isHeld || !isDragged || down.length) return;
      const swallow = (click: Event): void => click.stopPropagation();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }));
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

function far(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
