// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookAgain } from '../../src/lib/again';

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => void vi.useRealTimers());

test('it looks around every five seconds', () => {
  const look = vi.fn();
  const stop = lookAgain(look);
  expect(look).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(look).toHaveBeenCalledTimes(3);
  stop();
});

test('it does not look while nobody sees the page, and at once when somebody does', () => {
  const look = vi.fn();
  const stop = lookAgain(look);
  isHidden = true;
  vi.advanceTimersByTime(20_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(look).not.toHaveBeenCalled();
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(look).toHaveBeenCalledOnce();
  stop();
});

test('it looks less often where nobody touches the page, and at once when somebody does', () => {
  const look = vi.fn();
  const stop = lookAgain(look);
  vi.advanceTimersByTime(3_600_000);
  const before = look.mock.calls.length;
  expect(before).toBeLessThan(75); // 720 times at the pace of the beginning
  vi.advanceTimersByTime(60_000);
  expect(look).toHaveBeenCalledTimes(before + 1);
  vi.advanceTimersByTime(1000);
  dispatchEvent(new Event('pointermove'));
  expect(look).toHaveBeenCalledTimes(before + 2);
  dispatchEvent(new Event('pointermove'));
  vi.advanceTimersByTime(15_000);
  expect(look).toHaveBeenCalledTimes(before + 5);
  stop();
});

test('it ends', () => {
  const look = vi.fn();
  lookAgain(look)();
  vi.advanceTimersByTime(20_000);
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('keydown'));
  expect(look).not.toHaveBeenCalled();
});
