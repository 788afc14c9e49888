import js from '@eslint/js';
import compat from 'eslint-plugin-compat';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const STORAGES = ['localStorage', 'sessionStorage'];
const STORED = 'Use inBrowser or inTab of lib/stored.ts.';

export default defineConfig(
  { ignores: ['dist', 'src/lib/types.ts'] }, // both are made
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  compat.configs['flat/recommended'], // the browsers are named in package.json
  { languageOptions: { globals: globals.browser } },

  // What needs types is asked of scripts alone: in markup the parser knows too few of them.
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off', // what is short may stay so
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },

  // Browsers may forbid it, and then even asking for it fails.
  {
    files: ['src/**'],
    ignores: ['src/lib/stored.ts'],
    rules: {
      'no-restricted-globals': ['error', ...STORAGES.map((name) => ({ name, message: STORED }))],
      'no-restricted-properties': [
        'error',
        ...STORAGES.map((property) => ({ property, message: STORED })),
      ],
    },
  },

  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-undef': 'off', // the check of types knows better
      'svelte/block-lang': ['error', { script: 'ts' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // With noUncheckedIndexedAccess it is how one says what the types cannot know.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // It takes the words of a reason, which all of ours have, for names of warnings.
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
);
