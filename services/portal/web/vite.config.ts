import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { preloadFont } from './preload-font.ts';

/**
 * `vite build` bundles the pages. `vite build --mode gallery` bundles the gallery of the parts instead, for its test; what is served
 * in production never has it. The development server (`vite`) has both: the gallery is at /gallery.html.
 */
export default defineConfig(({ mode }) => ({
  plugins: [react(), preloadFont(), compress()],
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // The policy of the pages forbids data: URLs of scripts and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: mode === 'gallery' ? 'gallery.html' : 'index.html' },
  },
}));
