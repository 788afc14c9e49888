// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetTries, noteTry, triesOf } from '../../src/coach/tries';
import { askedBy, keepLink, linkTo } from '../../src/lib/links';
import { inBrowser, inTab } from '../../src/lib/stored';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

test('what is kept is kept by the browser', () => {
  inBrowser.set('theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(inBrowser.get('theme')).toBe('dark');
  inBrowser.remove('theme');
  expect(localStorage.getItem('theme')).toBeNull();
  expect(inTab.get('theme')).toBeNull();
});

describe('where the browser forbids it', () => {
  beforeEach(() => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied);
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(denied);
  });

  test('it holds until the page is left', () => {
    expect(inBrowser.get('pace')).toBeNull();
    inBrowser.set('pace', 'slow');
    expect(inBrowser.get('pace')).toBe('slow');
    inBrowser.remove('pace');
    expect(inBrowser.get('pace')).toBeNull();
  });

  test('a link is passed on all the same', () => {
    expect(linkTo('abc')).toBeNull();
    keepLink('abc', 'secret');
    expect(askedBy('abc')).toBe('?link=secret');
  });

  test('puzzles remember what was tried', () => {
    expect(triesOf('karuba')).toEqual({});
    noteTry('karuba', 'one', true);
    expect(triesOf('karuba')).toEqual({ one: true });
    forgetTries('karuba');
    expect(triesOf('karuba')).toEqual({});
  });
});
