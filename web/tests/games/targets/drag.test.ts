// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drag } from '../../../src/games/targets/drag';

let thing: HTMLElement;
let leave: () => void;
let under: Element | null; // what is under the pointer
const begin = vi.fn();
const drop = vi.fn<(move: number, from: DOMRect) => void>();

function point(kind: string, x: number, y: number, told: PointerEventInit = {}): void {
  const where = { clientX: x, clientY: y, isPrimary: true, bubbles: true, ...told };
  (kind === 'pointerdown' ? thing : window).dispatchEvent(new PointerEvent(kind, where));
}

/** Does a click on the thing arrive there? */
function isClickable(): boolean {
  const clicked = vi.fn();
  thing.addEventListener('click', clicked, { once: true });
  thing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return clicked.mock.calls.length > 0;
}

const ghost = (): HTMLElement | null => document.querySelector('[aria-hidden=true]');

beforeEach(() => {
  vi.useFakeTimers();
  begin.mockReset();
  drop.mockReset();
  under = null;
  vi.stubGlobal('scrollBy', vi.fn());
  document.body.innerHTML =
    '<div><p id="thing">tile</p></div><div id="target" data-move="7"><i></i></div>';
  document.elementFromPoint = () => under;
  thing = document.getElementById('thing')!;
  leave = drag({ begin, drop })(thing) as () => void;
});
afterEach(() => {
  leave();
  vi.advanceTimersByTime(1); // a click is one again
  vi.useRealTimers();
});

test('a thing is dropped on the target under the pointer', () => {
  point('pointerdown', 100, 300);
  point('pointermove', 140, 330);
  expect(begin).toHaveBeenCalledOnce();
  expect(ghost()!.style.translate).toBe('40px 30px');
  under = document.querySelector('i');
  point('pointermove', 150, 330);
  expect(document.getElementById('target')!.className).toBe('under');
  point('pointerup', 150, 330);
  expect(drop).toHaveBeenCalledOnce();
  expect(drop.mock.calls[0]![0]).toBe(7);
  expect(document.getElementById('target')!.className).toBe('');
  expect(ghost()).toBeNull();
});

test('a small tremble is a click', () => {
  point('pointerdown', 100, 300);
  point('pointermove', 103, 304);
  under = document.querySelector('i');
  point('pointerup', 103, 304);
  expect(begin).not.toHaveBeenCalled();
  expect(drop).not.toHaveBeenCalled();
  expect(isClickable()).toBe(true);
});

test('the click that ends a drag is none', () => {
  point('pointerdown', 100, 300);
  point('pointermove', 200, 300);
  point('pointerup', 200, 300);
  expect(isClickable()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isClickable()).toBe(true);
});

test('a thing let go elsewhere, or taken away, is dropped nowhere', () => {
  point('pointerdown', 100, 300);
  point('pointermove', 200, 300);
  point('pointerup', 200, 300);
  under = document.querySelector('i');
  point('pointerdown', 100, 300);
  point('pointermove', 200, 300);
  point('pointercancel', 200, 300);
  expect(drop).not.toHaveBeenCalled();
  expect(ghost()).toBeNull();
});

test.each<PointerEventInit>([{ button: 2 }, { isPrimary: false }])('%o drags nothing', (told) => {
  point('pointerdown', 100, 300, told);
  point('pointermove', 200, 300);
  expect(ghost()).toBeNull();
});

test.each([
  [10, -9],
  [innerHeight - 10, 9],
  [innerHeight / 2, 0],
])('held at a height of %d the page scrolls by %d', (y, top) => {
  point('pointerdown', 100, 300);
  point('pointermove', 100, 200); // so that it has begun
  point('pointermove', 100, y);
  vi.mocked(scrollBy).mockClear();
  vi.advanceTimersByTime(40);
  const tops = vi.mocked(scrollBy).mock.calls.map(([by]) => (by as ScrollToOptions).top);
  expect(new Set(tops)).toEqual(new Set(top ? [top] : []));
  point('pointerup', 100, y);
  vi.mocked(scrollBy).mockClear();
  vi.advanceTimersByTime(40);
  expect(scrollBy).not.toHaveBeenCalled();
});

test('it ends, and leaves the thing as it was', () => {
  expect(thing.style.touchAction).toBe('none');
  leave();
  expect(thing.getAttribute('style') ?? '').toBe('');
  point('pointerdown', 100, 300);
  point('pointermove', 200, 300);
  expect(ghost()).toBeNull();
});
