/** What games call things by in their views, as people say it. */
import { t } from '../lib/speech.svelte';

const WORDS: Record<string, string> = {
  brown: t('brown'),
  blue: t('blue'),
  purple: t('purple'),
  yellow: t('yellow'),
  orange: t('orange'),
  green: t('green'),
  gold: t('gold'),
  crystal: t('crystal'),
  nothing: t('nothing'),
  plantation: t('plantation'),
  'double plantation': t('double plantation'),
  'market of 2': t('market of 2'),
  'market of 3': t('market of 3'),
  'market of 4': t('market of 4'),
  'gold mine of 1': t('gold mine of 1'),
  'gold mine of 2': t('gold mine of 2'),
  water: t('water'),
  'sun site': t('sun site'),
  temple: t('temple'),
};

export const said = (word: string): string => WORDS[word] ?? word;
