/** Day, night, or same as system has it. `public/theme.js` sets it before the first picture. */
import { inBrowser } from './stored';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: Theme[] = ['system', 'light', 'dark'];

let chosen = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system');

export const theme = {
  get chosen(): Theme {
    return chosen;
  },
  choose(wanted: Theme): void {
    chosen = wanted;
    if (wanted === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = wanted;
    inBrowser.set('theme', wanted);
  },
};
