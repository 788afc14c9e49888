import type { Component, Snippet } from 'svelte';
import type { BoardProperties } from '../lib/board';

type Board = () => Promise<{ default: Component<BoardProperties> }>;

/** What a drawing of a rulebook is given. What a game cannot read, it leaves as it is written. */
export interface DrawingProperties {
  text: string;
  written: Snippet;
}

type Drawing = () => Promise<{ default: Component<DrawingProperties> }>;

/** What stands for a seat beside its name. */
export interface Sign {
  shape: string;
  colour: string;
  within: string; // what brings the shape into 24 by 24
}

/** The games that have a board of their own; each is loaded when somebody sits down to it. */
export const boards = byGame(import.meta.glob('./*/Board.svelte') as Record<string, Board>);

/** The games whose boards show in scenes of their own what happens. */
export const staged = new Set(['karmaggan', 'vulkar']);

/** The games whose rulebooks have drawings that can be read as pieces of theirs. */
export const drawings = byGame(import.meta.glob('./*/Drawing.svelte') as Record<string, Drawing>);

/** The games that have an emblem of their own, in 160 by 100; they are on the first page. */
export const emblems = byGame(
  import.meta.glob<Component>('./*/Emblem.svelte', { eager: true, import: 'default' }),
);

/** The games whose seats have signs of their own; they are small, and come with any table. */
export const signs = byGame(
  import.meta.glob<Sign[]>('./*/signs.ts', { eager: true, import: 'signs' }),
);

function byGame<Part>(found: Record<string, Part>): Record<string, Part> {
  return Object.fromEntries(
    Object.entries(found).map(([path, part]) => [path.split('/')[1]!, part]),
  );
}
