// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pan } from '../../../src/games/cacao/pan';

let box: HTMLElement;
let leave: () => void;
const scrolled = vi.fn<(to: ScrollToOptions) => void>();

function point(kind: string, x: number, y: number, told: PointerEventInit = {}): void {
  const where = { clientX: x, clientY: y, pointerType: 'mouse', bubbles: true, ...told };
  (kind === 'pointerdown' ? box : window).dispatchEvent(new PointerEvent(kind, where));
}

function isClickable(): boolean {
  const clicked = vi.fn();
  box.addEventListener('click', clicked, { once: true });
  box.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return clicked.mock.calls.length > 0;
}

beforeEach(() => {
  vi.useFakeTimers();
  scrolled.mockReset();
  document.body.innerHTML = '<div></div>';
  box = document.querySelector('div')!;
  Object.defineProperties(box, { scrollLeft: { value: 30 }, scrollTop: { value: 50 } });
  box.scrollTo = scrolled as typeof box.scrollTo;
  leave = pan(box) as () => void;
});
afterEach(() => {
  leave();
  vi.advanceTimersByTime(1); // a click is one again
  vi.useRealTimers();
});

test('the ground follows the mouse, from where it lay', () => {
  point('pointerdown', 100, 100);
  point('pointermove', 110, 80);
  point('pointermove', 101, 100); // back to where it began: it follows still
  expect(scrolled.mock.calls.map(([{ left, top }]) => [left, top])).toEqual([
    [20, 70],
    [29, 50],
  ]);
  point('pointerup', 101, 100);
  point('pointermove', 200, 200);
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test('who has dragged the ground meant no square', () => {
  point('pointerdown', 100, 100);
  point('pointermove', 110, 80);
  point('pointerup', 110, 80);
  expect(isClickable()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isClickable()).toBe(true);
});

test('a small tremble is a click', () => {
  point('pointerdown', 100, 100);
  point('pointermove', 102, 102);
  point('pointerup', 102, 102);
  expect(scrolled).not.toHaveBeenCalled();
  expect(isClickable()).toBe(true);
});

test.each<PointerEventInit>([{ pointerType: 'touch' }, { button: 2 }])(
  '%o is left to the browser',
  (told) => {
    point('pointerdown', 100, 100, told);
    point('pointermove', 150, 150, told);
    expect(scrolled).not.toHaveBeenCalled();
  },
);

test('it ends', () => {
  leave();
  point('pointerdown', 100, 100);
  point('pointermove', 150, 150);
  expect(scrolled).not.toHaveBeenCalled();
});
