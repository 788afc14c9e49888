import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { catalogues } from './catalogues.ts';
import about from './package.json' with { type: 'json' };

const SERVER = 'http://127.0.0.1:8300';

export default defineConfig({
  base: './', // the server says where it stands
  plugins: [svelte(), catalogues()],
  build: {
    target: about.browserslist.map((browser) => browser.replace(' >= ', '')), // the first with light-dark()
    license: { fileName: 'third-party-licenses.txt' }, // MIT code may be passed on only with its notice
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 750, // three.js, which comes with one game's table and no other
    rolldownOptions: { checks: { pluginTimings: false } }, // how long it took is nobody's worry
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
});
