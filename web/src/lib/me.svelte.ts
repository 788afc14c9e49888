import { api } from './api';
import type { Me } from './types';
import { t } from './speech.svelte';

let me = $state<Me | null>(null);

export const who = {
  /** Who sits before this browser; null: nobody we know. */
  get me(): Me | null {
    return me;
  },
  set me(person: Me | null) {
    me = person;
  },
};

/** Ask the server who we are. */
export const met: Promise<void> = api
  .me()
  .then((person) => void (me = person))
  .catch(() => undefined); // no answer: the page that needs one will say so

/** Nobody has to sign in to play: who has no name is given one. */
export async function somebody(name = ''): Promise<Me> {
  await met;
  return (me ??= await api.beGuest(name.trim() || inventedName()));
}

const MANNERS = t('Bold Quick Patient Lucky Silent Curious Merry Sly').split(' ');
const ANIMALS = t('Heron Tapir Jaguar Gecko Toucan Otter Macaw Ocelot Coati').split(' ');

function inventedName(): string {
  return `${anyOf(MANNERS)} ${anyOf(ANIMALS)}`;
}

function anyOf(words: string[]): string {
  return words[Math.floor(Math.random() * words.length)]!;
}
