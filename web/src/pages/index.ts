/** Which page an address shows, and what it is given. */
import type { Component } from 'svelte';
import Home from './Home.svelte';

export interface Page {
  name: string;
  key: string; // the same key is the same page, even if the address changed
  given: Record<string, string>;
  loaded: Load;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each page is given something else
type Load = () => Promise<{ default: Component<any> }>;
type Way = [name: string, pattern: RegExp, load: Load];

const WAYS: Way[] = [
  ['home', /^\/$/, () => Promise.resolve({ default: Home })],
  ['lobby', /^\/lobby$/, () => import('./Lobby.svelte')],
  ['table', /^\/tables\/(?<id>[\w-]+)$/, () => import('./Table.svelte')],
  [
    'replay',
    /^\/tables\/(?<id>[\w-]+)\/replay(\/(?<number>\d+))?$/,
    () => import('./Replay.svelte'),
  ],
  ['rules', /^\/rules$/, () => import('./FirstRulebook.svelte')],
  ['rulebook', /^\/rules\/(?<game>\w+)$/, () => import('./Rulebook.svelte')],
  ['daily', /^\/daily$/, () => import('./Daily.svelte')],
  ['day', /^\/daily\/(?<id>\d{4}-\d\d-\d\d)$/, () => import('./Daily.svelte')],
  ['duplicates', /^\/duplicates$/, () => import('./Duplicates.svelte')],
  ['duplicate', /^\/duplicates\/(?<id>[\w-]+)$/, () => import('./Duplicate.svelte')],
  ['puzzles', /^\/puzzles$/, () => import('./Puzzles.svelte')],
  ['puzzle', /^\/puzzles\/(?<game>\w+)$/, () => import('./Puzzle.svelte')],
  ['me', /^\/me$/, () => import('./Me.svelte')],
  ['people', /^\/people$/, () => import('./People.svelte')],
  ['person', /^\/people\/(?<id>[^/]+)$/, () => import('./Person.svelte')],
  ['kept', /^\/kept$/, () => import('./Kept.svelte')],
  ['forgotten', /^\/forgotten$/, () => import('./Forgotten.svelte')],
  ['confirmed', /^\/confirmed$/, () => import('./Confirmed.svelte')],
  ['unsubscribe', /^\/unsubscribe$/, () => import('./Unsubscribe.svelte')],
];

const LOST: Way = ['lost', /^/, () => import('./Lost.svelte')];

export function pageAt(path: string): Page {
  const [name, pattern, load] = WAYS.find(([, pattern]) => pattern.test(path)) ?? LOST;
  const given = { ...(pattern.exec(path)?.groups ?? {}) };
  return {
    name,
    key: name + (given.id ?? given.game ?? ''),
    given,
    loaded: () => opened(name, load),
  };
}

const OPENED = new Map<string, ReturnType<Load>>();

/** The same promise every time, so that an open page stays when its address changes. */
function opened(name: string, load: Load): ReturnType<Load> {
  if (!OPENED.has(name)) OPENED.set(name, load());
  OPENED.get(name)!.catch(() => OPENED.delete(name));
  return OPENED.get(name)!;
}
