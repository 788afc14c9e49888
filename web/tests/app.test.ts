// @vitest-environment happy-dom
import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { expect, test, vi } from 'vitest';

/** The component of each page that was made, and the id that it was given. */
const made: string[] = [];

function page(name: string): Promise<{ default: Component<{ id?: string }> }> {
  const component = (_: unknown, given: { id?: string }): object => {
    made.push(given.id ? `${name} ${given.id}` : name);
    return {};
  };
  return Promise.resolve({ default: component });
}

const PAGES = { home: page('home'), table: page('table') };

vi.mock('../src/pages', () => ({
  pageAt: (path: string) => {
    const [, name, id] = path.split('/');
    return name
      ? { name: 'table', key: `table${id}`, given: { id }, loaded: () => PAGES.table }
      : { name: 'home', key: 'home', given: {}, loaded: () => PAGES.home };
  },
}));

test('each page is made once, and is given what its own address says', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('null')));
  vi.stubGlobal('scrollTo', vi.fn());
  const { default: App } = await import('../src/App.svelte');
  const { go } = await import('../src/lib/router.svelte');
  const app = mount(App, { target: document.body });
  await tick();
  for (const address of ['/tables/one', '/tables/two', '/']) {
    go(address);
    flushSync();
    await tick();
  }
  expect(made).toEqual(['home', 'table one', 'table two', 'home']);
  await unmount(app);
});
