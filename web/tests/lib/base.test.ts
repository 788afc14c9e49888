// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

function standAt(base: string): void {
  document.documentElement.dataset.base = base;
}

test('under a path, all addresses have it once', async () => {
  standAt('/games/');
  const { BASE, own, placed } = await import('../../src/lib/base');
  expect(BASE).toBe('/games');
  expect(['/', '/me', '/games/me', '/gamesome'].map(placed)).toEqual([
    '/games/',
    '/games/me',
    '/games/me',
    '/games/gamesome',
  ]);
  expect(['/games', '/games/', '/games/me', '/me'].map(own)).toEqual(['/', '/', '/me', '/me']);
});

test('at the top of a host, all stays as it is', async () => {
  standAt('/');
  const { BASE, own, placed } = await import('../../src/lib/base');
  expect(BASE).toBe('');
  expect(['/', '/me'].map(placed)).toEqual(['/', '/me']);
  expect(['/', '/me'].map(own)).toEqual(['/', '/me']);
});
