import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:8300';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'], // the first with light-dark()
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // how long it took is nobody's worry
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
});
