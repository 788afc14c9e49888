import type { Component } from 'svelte';
import type { BoardProperties } from '../lib/board';

type Board = () => Promise<{ default: Component<BoardProperties> }>;

const FOUND = import.meta.glob('./*/Board.svelte') as Record<string, Board>;

/** The games that have a board of their own; each is loaded when somebody sits down to it. */
export const boards: Record<string, Board> = Object.fromEntries(
  Object.entries(FOUND).map(([path, board]) => [path.split('/')[1]!, board]),
);
