// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { become, follow, go, here } from '../../src/lib/router.svelte';

beforeEach(() => {
  document.body.innerHTML = '';
  vi.stubGlobal('scrollTo', vi.fn());
  go('/');
  vi.mocked(scrollTo).mockClear();
});

test('it goes to an address, and is at its top', () => {
  go('/lobby?game=cacao');
  expect(location.pathname).toBe('/lobby');
  expect(here.path).toBe('/lobby');
  expect(here.asked('game')).toBe('cacao');
  expect(here.asked('invitation')).toBeNull();
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('it goes to a part of a page, which the page itself looks for', () => {
  go('/rules/cacao#the%20cards');
  expect(here.hash).toBe('the cards');
  expect(scrollTo).not.toHaveBeenCalled();
});

test('what it becomes is no step back', () => {
  const steps = history.length;
  become('/tables/abc/replay/3');
  expect(here.path).toBe('/tables/abc/replay/3');
  expect(history.length).toBe(steps);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('it notices the way back', () => {
  history.replaceState(null, '', '/me');
  expect(here.path).toBe('/');
  dispatchEvent(new Event('popstate'));
  expect(here.path).toBe('/me');
});

describe('a click', () => {
  /** Is a click on what is marked in there followed here, and not by the browser? */
  function isFollowed(html: string, keys: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    let isPrevented = false;
    document.querySelector('b')!.addEventListener('click', (click) => {
      follow(click);
      isPrevented = click.defaultPrevented;
      click.preventDefault(); // there is no browser to go anywhere
    });
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
    document.querySelector('b')!.dispatchEvent(click);
    return isPrevented;
  }

  test('on a link of ours is followed, whatever is in the link', () => {
    expect(isFollowed('<a href="/lobby?game=cacao#make"><i><b>x</b></i></a>')).toBe(true);
    expect(here.path).toBe('/lobby');
    expect(here.asked('game')).toBe('cacao');
    expect(here.hash).toBe('make');
  });

  test.each([
    ['no link', '<b>x</b>'],
    ['another place', '<a href="https://example.org/lobby"><b>x</b></a>'],
    ['the server itself', '<a href="/api/tables/abc/match"><b>x</b></a>'],
    ['a window of its own', '<a href="/rules/karuba" target="_blank"><b>x</b></a>'],
    ['a file', '<a href="/match.txt" download><b>x</b></a>'],
    ['a part of this page', '<a href="/#make"><b>x</b></a>'],
  ])('on %s is left to the browser', (_, html) => {
    expect(isFollowed(html)).toBe(false);
    expect(here.path).toBe('/');
  });

  test.each<MouseEventInit>([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('with %o is left to the browser', (keys) =>
    expect(isFollowed('<a href="/lobby"><b>x</b></a>', keys)).toBe(false),
  );
});
