/** Day, night, or same as system has it. `public/theme.js` sets it before the first picture. */
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
    keep(wanted);
  },
};

function keep(wanted: Theme): void {
  try {
    localStorage.setItem('theme', wanted);
  } catch {
    // without storage it holds until the page is left
  }
}
