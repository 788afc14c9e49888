// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Frames } from '../../../../src/games/vulkar/scene/frames';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function drawn(goesOn: () => boolean = () => false): { frames: Frames; count: () => number; last: () => number } {
  let [count, last] = [0, 0];
  const frames = new Frames((seconds) => {
    count += 1;
    last = seconds;
    return goesOn();
  });
  return { frames, count: () => count, last: () => last };
}

test('nothing is drawn as long as nothing has changed', () => {
  const { count } = drawn();
  vi.advanceTimersByTime(1000);
  expect(count()).toBe(0);
});

test('what changes several times at once is drawn once', () => {
  const { frames, count } = drawn();
  frames.ask();
  frames.ask();
  vi.advanceTimersByTime(1000);
  expect(count()).toBe(1);
});

test('what moves is drawn until it stands', () => {
  let left = 10;
  const { frames, count, last } = drawn(() => --left > 0);
  frames.ask();
  vi.advanceTimersByTime(2000);
  expect(count()).toBe(10);
  expect(last()).toBeCloseTo(0.016, 2);
});

test('water flows a few times a second, and not when it is not seen', () => {
  const { frames, count } = drawn();
  frames.isAmbient = true;
  frames.ask();
  vi.advanceTimersByTime(1000);
  expect(count()).toBeGreaterThan(12);
  expect(count()).toBeLessThan(26);
  frames.isSeen = false;
  vi.advanceTimersByTime(100);
  const before = count();
  vi.advanceTimersByTime(1000);
  expect(count()).toBe(before);
});

test('a slow machine soon gets no ambient pictures', () => {
  const { frames, count } = drawn(() => {
    vi.setSystemTime(Date.now());
    vi.advanceTimersByTime(300); // it takes so long
    return false;
  });
  frames.isAmbient = true;
  frames.ask();
  vi.advanceTimersByTime(20_000);
  expect(frames.isAmbient).toBe(false);
  expect(count()).toBeLessThan(20);
});

test('who has left is not drawn for', () => {
  const { frames, count } = drawn(() => true);
  frames.ask();
  frames.stop();
  vi.advanceTimersByTime(500);
  frames.ask();
  vi.advanceTimersByTime(500);
  expect(count()).toBe(0);
});
