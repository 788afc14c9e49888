/** A hand on the camera: dragged it turns, by two fingers or the right button it shifts, by the wheel it comes nearer. */
import type { Attachment } from 'svelte/attachments';
import { swallowClick } from '../flat/holding';
import type { Look } from './look';

const BEGINS = 6; // pixels
const TURN = 0.3; // degrees for a pixel

interface Pointer {
  id: number;
  x: number;
  y: number;
}

interface Held {
  look: () => Look;
  move: (change: Partial<Look>) => void;
  tall: () => number; // pixels of the picture
}

/** How far a thing moves on the ground that moves so many pixels in the picture. */
export function shifted(
  { x, y, far, turn, tilt }: Look,
  right: number,
  down: number,
  tall: number,
): { x: number; y: number } {
  const unit = (far * 0.536) / tall; // twice the tangent of half the field
  const angle = (turn * Math.PI) / 180;
  const flat = Math.max(0.35, Math.sin((tilt * Math.PI) / 180));
  const [sideways, away] = [-right * unit, (-down * unit) / flat];
  return {
    x: x - Math.sin(angle) * sideways + Math.cos(angle) * away,
    y: y + Math.cos(angle) * sideways + Math.sin(angle) * away,
  };
}

export function held({ look, move, tall }: Held): Attachment<SVGSVGElement> {
  return (picture) => {
    let down: Pointer[] = [];
    let isDragged = false;
    let isShifting = false;

    const begin = (event: PointerEvent): void => {
      if (event.button > 2) return;
      const others = down.filter(({ id }) => id !== event.pointerId);
      down = [...others, { id: event.pointerId, x: event.clientX, y: event.clientY }];
      isShifting = event.button !== 0 || event.shiftKey;
      isDragged = down.length > 1;
    };
    const drag = (event: PointerEvent): void => {
      const one = down.find(({ id }) => id === event.pointerId);
      if (!one) return;
      const [right, below] = [event.clientX - one.x, event.clientY - one.y];
      if (!isDragged && Math.hypot(right, below) < BEGINS) return;
      isDragged = true;
      const now = look();
      const other = down.find(({ id }) => id !== event.pointerId);
      if (other) {
        const before = Math.hypot(one.x - other.x, one.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        const twist = angleFrom(other, { x: event.clientX, y: event.clientY }) - angleFrom(other, one);
        const twisted = ((((twist * 180) / Math.PI) % 360) + 540) % 360 - 180;
        move({
          ...shifted(now, right / 2, below / 2, tall()),
          far: (now.far * before) / Math.max(1, after),
          turn: now.turn + twisted,
        });
      } else if (isShifting) move(shifted(now, right, below, tall()));
      else {
        const tilt = event.pointerType === 'touch' ? 0 : below * TURN; // up and down scroll the page
        move({ turn: now.turn - right * TURN, tilt: now.tilt + tilt });
      }
      one.x = event.clientX;
      one.y = event.clientY;
    };
    const end = (event: PointerEvent): void => {
      const isHeld = down.some(({ id }) => id === event.pointerId);
      down = down.filter(({ id }) => id !== event.pointerId);
      if (isHeld && isDragged && !down.length) swallowClick();
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const now = look();
      move({ far: now.far * Math.exp(event.deltaY * (event.deltaMode ? 0.04 : 0.0012)) });
    };
    const quiet = (event: Event): void => event.preventDefault();
    picture.addEventListener('pointerdown', begin);
    picture.addEventListener('contextmenu', quiet);
    addEventListener('pointermove', drag);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    picture.addEventListener('wheel', wheel, { passive: false });
    return () => {
      picture.removeEventListener('pointerdown', begin);
      picture.removeEventListener('contextmenu', quiet);
      removeEventListener('pointermove', drag);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      picture.removeEventListener('wheel', wheel);
    };
  };
}

function angleFrom(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

const KEYS: Record<string, (look: Look) => Partial<Look>> = {
  ArrowLeft: ({ turn }) => ({ turn: turn - 12 }),
  ArrowRight: ({ turn }) => ({ turn: turn + 12 }),
  ArrowUp: ({ tilt }) => ({ tilt: tilt + 7 }),
  ArrowDown: ({ tilt }) => ({ tilt: tilt - 7 }),
  '+': ({ far }) => ({ far: far / 1.25 }),
  '=': ({ far }) => ({ far: far / 1.25 }),
  '-': ({ far }) => ({ far: far * 1.25 }),
};

const SHIFTS: Record<string, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/** What a key does to a look; with Shift, arrows move it aside. Null: nothing. */
export function byKey(key: string, isShift: boolean, look: Look): Partial<Look> | null {
  const aside = isShift && SHIFTS[key];
  if (aside) return shifted(look, aside[0], aside[1], 900);
  return KEYS[key]?.(look) ?? null;
}
