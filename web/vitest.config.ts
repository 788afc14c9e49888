import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { catalogues } from './catalogues.ts';

export default defineConfig({
  plugins: [svelte(), catalogues()],
  resolve: { conditions: ['browser'] }, // Svelte as it runs in a page, not on a server
  test: {
    testTimeout: 120_000, // a busy machine takes its time
    include: ['tests/**/*.test.ts'],
    pool: 'vmThreads', // a document of its own for each file, and half the time
    restoreMocks: true,
    unstubGlobals: true,
  },
});
