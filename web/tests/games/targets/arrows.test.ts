// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { arrows } from '../../../src/games/targets/arrows';

type Board = Record<string, [x: number, y: number]>;

let board: HTMLElement;
let leave: () => void;

/** A board with targets of 10 by 10 whose middles are there. */
function lay(places: Board): void {
  board.replaceChildren(...Object.entries(places).map(([id, place]) => target(id, place)));
}

function target(id: string, [x, y]: [number, number]): HTMLElement {
  const one = document.createElement('div');
  one.id = id;
  one.className = 'target';
  one.tabIndex = 0;
  one.getBoundingClientRect = () => new DOMRect(x - 5, y - 5, 10, 10);
  return one;
}

const at = (id: string): HTMLElement => document.getElementById(id)!;
const inTabOrder = (): string[] =>
  [...board.querySelectorAll<HTMLElement>('.target')]
    .filter((one) => one.tabIndex === 0)
    .map((one) => one.id);
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

function press(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.activeElement!.dispatchEvent(event);
  return event;
}

beforeEach(() => {
  document.body.innerHTML = '<main tabindex="-1"><div id="board"></div></main>';
  board = at('board');
  lay({ a: [0, 0], b: [100, 0], c: [200, 0], d: [0, 100], e: [110, 130] });
  leave = arrows(board) as () => void;
});
afterEach(() => leave());

test('the Tab key stops once, and the board itself is no stop', () => {
  expect(inTabOrder()).toEqual(['a']);
  expect(board.getAttribute('tabindex')).toBe('-1');
});

test('the Tab key comes back to where one was', () => {
  at('c').focus();
  expect(inTabOrder()).toEqual(['c']);
});

test('arrows lead to the next target that way', () => {
  at('a').focus();
  for (const [key, next] of [
    ['ArrowRight', 'b'],
    ['ArrowRight', 'c'],
    ['ArrowLeft', 'b'],
    ['ArrowDown', 'e'],
    ['ArrowLeft', 'd'],
    ['ArrowUp', 'a'],
  ] as const) {
    expect(press(key).defaultPrevented).toBe(true);
    expect(document.activeElement!.id).toBe(next);
  }
});

test('where nothing lies that way one stays', () => {
  at('a').focus();
  press('ArrowUp');
  expect(document.activeElement!.id).toBe('a');
});

test('what lies aside counts double', () => {
  lay({ a: [0, 0], far: [130, 0], aside: [60, 40] });
  at('a').focus();
  press('ArrowRight');
  expect(document.activeElement!.id).toBe('far');
});

test('other keys are left alone', () => {
  at('a').focus();
  expect(press('Enter').defaultPrevented).toBe(false);
  expect(document.activeElement!.id).toBe('a');
});

test('targets that come later are in the same order', async () => {
  lay({ x: [0, 0], y: [50, 0] });
  await settled();
  expect(inTabOrder()).toEqual(['x']);
});

test('it ends', () => {
  leave();
  at('a').focus();
  expect(press('ArrowRight').defaultPrevented).toBe(false);
  expect(document.activeElement!.id).toBe('a');
});
