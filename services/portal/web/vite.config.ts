import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';

export default defineConfig({
  plugins: [react(), compress()],
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // The policy of the pages forbids data: URLs of scripts and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
