import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compress, devSettings, preloadFont } from './vite-plugins.ts';

/**
 * `vite build` bundles the pages. `vite build --mode gallery` bundles the gallery of the parts instead, for its test; what is served
 * in production never has it. The development server (`vite`) has both: the gallery is at /gallery.html. Its pages call the API of the
 * platform that runs on this machine, whose Portal is at PORTAL_PORT.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    preloadFont(),
    compress(),
    devSettings(`http://localhost:${process.env['PORTAL_PORT'] ?? '3005'}/`),
  ],
  // Packages of this repository from their sources: the pages are bundled before anything is compiled.
  resolve: { conditions: ['patchbay-source', ...defaultClientConditions] },
  // The platform is started with this address: on another port the API would refuse the pages.
  server: { port: 5173, strictPort: true },
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // The policy of the pages forbids data: URLs of scripts and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: mode === 'gallery' ? 'gallery.html' : 'index.html' },
  },
}));
