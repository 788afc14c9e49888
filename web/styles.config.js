// The styles, also those in Svelte files: nothing that one of the browsers in package.json lacks.
import css from '@eslint/css';

const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;
const BASELINE = 2024; // what all browsers had when those came out

const ALLOWED = [
  'user-select', // the build adds Safari's name for it
  'line-clamp', // beside -webkit-line-clamp, which all of them have
  'overscroll-behavior', // where they differ from each other nothing is lost
  'accent-color',
];

/** What stands in <style>, on the lines where it stands. */
const styles = {
  preprocess: (text) =>
    [...text.matchAll(STYLE)].map((found, n) => ({
      text: text.slice(0, found.index).replace(/[^\n]/g, '') + found[1],
      filename: `${n}.css`,
    })),
  postprocess: (messages) => messages.flat(),
};

export default [
  { files: ['**/*.svelte'], plugins: { own: { processors: { styles } } }, processor: 'own/styles' },
  {
    files: ['**/*.css'],
    plugins: { css },
    language: 'css/css',
    rules: { 'css/use-baseline': ['error', { available: BASELINE, allowProperties: ALLOWED }] },
  },
];
