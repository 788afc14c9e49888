// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Live } from '../../src/lib/live';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];

  readyState = 0;
  sent: unknown[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (end: { code: number; reason: string }) => void;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  answers = false; // every ping

  send(text: string): void {
    this.sent.push(JSON.parse(text));
    if (this.answers) this.says({ type: 'pong' });
  }

  close(code = 1006, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1)!;
const count = (): number => FakeSocket.all.length;
const heard = { table: vi.fn(), here: vi.fn(), end: vi.fn() };
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5); // neither sooner nor later
  FakeSocket.all = [];
  heard.table.mockReset();
  heard.here.mockReset();
  heard.end.mockReset();
  live = new Live('abc', false, heard);
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
});

test('it asks for that table', () => {
  expect(new URL(last().address).pathname).toBe('/api/tables/abc/live');
  expect(new URL(last().address).search).toBe('?drawing=false');
  expect(new URL(last().address).protocol).toBe('ws:');
});

test('it tells of tables, and of nothing else', () => {
  last().opens();
  expect(heard.here).toHaveBeenLastCalledWith(true);
  last().says({ type: 'pong' });
  expect(heard.table).not.toHaveBeenCalled();
  last().says({ type: 'table', table: { id: 'abc' } });
  expect(heard.table).toHaveBeenCalledExactlyOnceWith({ id: 'abc' });
});

test('what has changed is put into what was told before', () => {
  last().opens();
  const [first, second] = [{ number: 0, says: 'one' }, { number: 1, says: 'two' }];
  last().says({ type: 'table', table: { id: 'abc', number: 1, you: 0, log: [first] } });
  last().says({ type: 'change', changed: { number: 2 }, same: 1, log: [second] });
  expect(heard.table).toHaveBeenLastCalledWith({ id: 'abc', number: 2, you: 0, log: [first, second] });
  last().says({ type: 'change', changed: { number: 4 }, same: 0, log: [second] });
  expect(heard.table).toHaveBeenLastCalledWith({ id: 'abc', number: 4, you: 0, log: [second] });
});

test('a new line begins with a whole table', () => {
  last().opens();
  last().says({ type: 'table', table: { id: 'abc', log: [] } });
  live.reopen();
  heard.table.mockReset();
  last().says({ type: 'change', changed: { number: 2 }, same: 0, log: [] });
  expect(heard.table).not.toHaveBeenCalled();
});

test('it says every twenty seconds that we are here, where somebody listens', () => {
  vi.advanceTimersByTime(10_000);
  expect(last().sent).toEqual([]);
  last().opens();
  last().answers = true;
  vi.advanceTimersByTime(50_000);
  expect(last().sent).toEqual([{ type: 'ping' }, { type: 'ping' }, { type: 'ping' }]);
  expect(count()).toBe(1);
});

describe('when the server falls silent though nobody closed the line', () => {
  beforeEach(() => {
    last().opens();
    last().answers = true;
    vi.advanceTimersByTime(60_000);
    last().answers = false;
  });

  test('it is noticed within thirty seconds', () => {
    const dead = last();
    vi.advanceTimersByTime(29_999);
    expect(heard.here).not.toHaveBeenCalledWith(false);
    vi.advanceTimersByTime(1);
    expect(heard.here).toHaveBeenLastCalledWith(false);
    expect(dead.readyState).toBe(3);
    vi.advanceTimersByTime(500);
    expect(count()).toBe(2);
  });

  test('anything that it says is a sign of life', () => {
    for (let n = 0; n < 20; n++) {
      vi.advanceTimersByTime(9000);
      last().says({ type: 'change', changed: {}, same: 0, log: [] });
    }
    expect(count()).toBe(1);
  });

  test.each(['focus', 'online', 'pageshow'])('%s: it is asked, and given five seconds', (event) => {
    vi.advanceTimersByTime(4000);
    dispatchEvent(new Event(event));
    expect(last().sent.length).toBe(4);
    vi.advanceTimersByTime(4999);
    expect(heard.here).not.toHaveBeenCalledWith(false);
    vi.advanceTimersByTime(1);
    expect(heard.here).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(500);
    expect(count()).toBe(2);
  });

  test('who comes back to the tab after a while is told so at once', () => {
    vi.setSystemTime(Date.now() + 600_000); // the machine has slept: no timer ran
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard.here).toHaveBeenLastCalledWith(false);
    expect(last().sent.length).toBe(4);
    vi.advanceTimersByTime(5500);
    expect(count()).toBe(2);
    last().opens();
    expect(heard.here).toHaveBeenLastCalledWith(true);
  });

  test('and where it was there all the time, that is well at once', () => {
    vi.setSystemTime(Date.now() + 600_000);
    document.dispatchEvent(new Event('visibilitychange'));
    last().says({ type: 'pong' });
    expect(heard.here).toHaveBeenLastCalledWith(true);
    vi.advanceTimersByTime(10_000);
    expect(count()).toBe(1);
  });

  test('many returns are few pings, as the server counts them', () => {
    last().answers = true;
    const before = last().sent.length;
    for (let n = 0; n < 100; n++) {
      dispatchEvent(new Event('focus'));
      vi.advanceTimersByTime(100);
    }
    expect(last().sent.length - before).toBeLessThanOrEqual(5);
    expect(count()).toBe(1);
  });
});

test('a socket that never opens is given up', () => {
  vi.advanceTimersByTime(15_000);
  expect(last().readyState).toBe(3);
  vi.advanceTimersByTime(500);
  expect(count()).toBe(2);
});

describe('when the line is cut', () => {
  test('it says so', () => {
    last().opens();
    last().close();
    expect(heard.here).toHaveBeenLastCalledWith(false);
  });

  test('it calls again, and waits longer each time', () => {
    for (const seconds of [0.5, 1, 2, 4, 8, 15, 15, 15]) {
      const before = count();
      last().close();
      vi.advanceTimersByTime(1000 * seconds - 1);
      expect(count()).toBe(before);
      vi.advanceTimersByTime(1);
      expect(count()).toBe(before + 1);
    }
  });

  test('it is patient anew once somebody answered', () => {
    for (const wait of [500, 1000, 2000]) {
      last().close();
      vi.advanceTimersByTime(wait);
    }
    last().opens();
    last().close();
    const before = count();
    vi.advanceTimersByTime(500);
    expect(count()).toBe(before + 1);
  });

  test.each([
    [0, 375],
    [0.999, 625],
  ])('not all call at the same moment: %d', (random, wait) => {
    vi.mocked(Math.random).mockReturnValue(random);
    last().close();
    vi.advanceTimersByTime(wait - 2);
    expect(count()).toBe(1);
    vi.advanceTimersByTime(2);
    expect(count()).toBe(2);
  });
});

describe('when the network', () => {
  test('goes, it says so at once and calls again', () => {
    last().opens();
    const cut = last();
    dispatchEvent(new Event('offline'));
    expect(cut.readyState).toBe(3);
    expect(heard.here.mock.calls).toEqual([[true], [false]]);
    vi.advanceTimersByTime(500);
    expect(count()).toBe(2);
  });

  test('comes back, it does not wait, and calls once', () => {
    last().close();
    dispatchEvent(new Event('online'));
    expect(count()).toBe(2);
    last().opens();
    last().answers = true;
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event('online'));
    expect(count()).toBe(2);
  });

  test('comes back again while it still calls, there is one line', () => {
    const [first] = FakeSocket.all;
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('online'));
    expect(FakeSocket.all.filter(({ readyState }) => readyState !== 3)).toEqual([first]);
    vi.advanceTimersByTime(5500); // it was a call in the old network
    expect(first!.readyState).toBe(3);
    expect(count()).toBe(2);
  });

  test('a line that was replaced is not heard, however late it opens', () => {
    const [first] = FakeSocket.all;
    live.reopen();
    last().opens();
    last().says({ type: 'table', table: { id: 'abc', number: 2, log: [] } });
    first!.opens();
    first!.says({ type: 'table', table: { id: 'abc', number: 1, log: [] } });
    first!.close();
    expect(heard.table).toHaveBeenCalledOnce();
    expect(heard.here).not.toHaveBeenCalledWith(false);
    live.close();
    expect(FakeSocket.all.every(({ readyState }) => readyState === 3)).toBe(true);
  });
});

test('as somebody else it has a line of its own, and nothing seems cut', () => {
  const old = last();
  old.opens();
  live.reopen();
  expect(count()).toBe(2);
  expect(old.readyState).toBe(3);
  last().opens();
  last().answers = true;
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(2);
  expect(heard.here).not.toHaveBeenCalledWith(false);
});

test('closed, it is silent for ever', () => {
  last().opens();
  live.close();
  expect(last().readyState).toBe(3);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('offline'));
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(1);
  expect(last().sent).toEqual([]);
  expect(heard.here).not.toHaveBeenCalledWith(false);
});

test.each([4403, 4404, 4410])('it does not call a table again that is gone for good: %d', (code) => {
  last().opens();
  last().close(code, 'This table is gone.');
  vi.advanceTimersByTime(60_000);
  expect(count()).toBe(1);
  expect(heard.end).toHaveBeenCalledExactlyOnceWith('This table is gone.');
});

test('but it does where it was only signed out', () => {
  last().opens();
  last().close(4401, 'You have signed out.');
  vi.advanceTimersByTime(60_000);
  expect(count()).toBeGreaterThan(1);
  expect(heard.end).not.toHaveBeenCalled();
});
