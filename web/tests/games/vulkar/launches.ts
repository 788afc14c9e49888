/** Launches that were really seen, as they are kept. */
import ember from './launches/ember.bin?url&inline';
import fireballs from './launches/fireballs.bin?url&inline';

const KEPT = { ember, fireballs };

export function keepsake(name: keyof typeof KEPT): Blob {
  const bytes = atob(KEPT[name].split(',')[1]!);
  return new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))]);
}
