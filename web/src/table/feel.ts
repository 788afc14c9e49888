/** What a change of the table sounds and looks like, by the kinds of what was done: for every game. */
import type { Sound } from '../lib/sound.svelte';
import type { LogLine, TableView } from '../lib/types';

/** What deserves a moment on the screen. */
export type Moment = 'reveal' | 'ring' | 'knock' | 'win';

const FEELS: Partial<Record<Sound, string[]>> = {
  ring: ['ring', 'sectors', 'heading'],
  knock: ['knock', 'run', 'flick', 'fight', 'battle', 'damage'],
  roll: ['roll', 'dice', 'die', 'count'],
  card: ['draw', 'play', 'card', 'show', 'show temple', 'uncover', 'reveal', 'call', 'pick', 'discard', 'steal'],
  tile: ['lay', 'put', 'square', 'fill', 'place adventurer', 'place temple', 'turn', 'tree'],
  step: ['step', 'walk', 'board', 'rise', 'start', 'exit', 'lead'],
};
const REVEALS = ['show', 'show temple', 'uncover', 'reveal', 'play', 'card', 'steal'];

const SOUNDS = new Map(
  Object.entries(FEELS).flatMap(([sound, kinds]) => kinds.map((kind) => [kind, sound as Sound] as const)),
);

export interface Feel {
  sounds: Sound[];
  moment: Moment | null;
}

/** The last thing that was done, then whose turn it is or how it ended; what was said, if nothing else. */
export function feelOf(before: TableView, after: TableView): Feel {
  const kinds = newKinds(before.log, after.log);
  const done = kinds.flatMap((kind) => SOUNDS.get(kind) ?? []).at(-1);
  const end = endOf(before, after);
  const turn = !isAsked(before) && isAsked(after) ? (['turn'] as const) : [];
  const sounds = [...(done ? [done] : []), ...(end ? [end] : turn)];
  if (!sounds.length && saidByOthers(before, after)) sounds.push('chat');
  return { sounds, moment: end === 'win' ? 'win' : momentOf(kinds.at(-1), done) };
}

/** The table while its board still shows what happened: who is asked then, or has won, is not known yet. */
export function asShown({ state, seats }: TableView, now: TableView, log: LogLine[]): TableView {
  return { ...now, log, state, seats };
}

function momentOf(kind: string | undefined, done: Sound | undefined): Moment | null {
  if (kind === undefined) return null;
  if (REVEALS.includes(kind)) return 'reveal';
  return done === 'ring' || done === 'knock' ? done : null;
}

/** Of what is new; a happening is known by its parts. */
function newKinds(before: LogLine[], after: LogLine[]): string[] {
  const last = before.at(-1);
  const lines = after.filter(({ number, last: end }) => number > (last?.last ?? -1) || end > (last?.last ?? -1));
  return lines.flatMap((line) => (line.parts.length ? line.parts.slice(-1) : [line])).map(({ kind }) => kind);
}

function isAsked({ seats, state }: TableView): boolean {
  return state === 'running' && seats.some(({ is_you, is_awaited, has_decided }) => is_you && is_awaited && !has_decided);
}

function endOf(before: TableView, after: TableView): 'win' | 'lose' | null {
  const own = after.seats.find(({ is_you }) => is_you);
  if (before.state !== 'running' || after.state !== 'over' || !own?.result) return null;
  return own.result === 'lost' ? 'lose' : 'win';
}

function saidByOthers(before: TableView, after: TableView): boolean {
  return after.talk.length > before.talk.length && after.talk.at(-1)!.seat !== after.you;
}
