import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import { brand, compress, devSettings, listPages, preloadFont } from './vite-plugins.ts';

const entries: Readonly<Record<string, string>> = { console: 'console.html', gallery: 'gallery.html' };

/** React is 58 kB compressed, Preact with the same functions 6: half a second on a slow phone. */
const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: fileURLToPath(new URL('src/preact-as-react.js', import.meta.url)),
};

/**
 * `vite build` bundles the pages behind links. `vite build --mode console` adds the console, with React itself: parts of React Aria need it.
 * `vite build --mode gallery` bundles the gallery of the parts instead, for its test; what is served in production never has it. The
 * development server (`vite`, or `vite --mode console`) calls the API of the platform that runs on this machine, whose Portal is at
 * PORTAL_PORT; the gallery is at /gallery.html.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    brand(),
    preloadFont(),
    compress(),
    mode === 'console' && listPages(),
    devSettings(`http://localhost:${process.env['PORTAL_PORT'] ?? '3005'}/`),
  ],
  resolve: {
    // Packages of this repository from their sources: the pages are bundled before anything is compiled.
    conditions: ['patchbay-source', ...defaultClientConditions],
    alias: mode === 'console' ? {} : preact,
  },
  // The platform is started with this address: on another port the API would refuse the pages.
  server: { port: 5173, strictPort: true },
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // The policy of the pages forbids data: URLs of scripts and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet, of 4 kB, which the HTML names: the frame needs it at once.
    cssCodeSplit: false,
    // For the server, which tells the browser early what the script of a page is.
    manifest: mode === 'console' ? '.vite/console.json' : true,
    // Beside the pages.
    emptyOutDir: mode !== 'console',
    rolldownOptions: {
      input: entries[mode] ?? 'index.html',
      output: {
        // Few scripts: what all pages need, what those with a sign-in do, and one for each page. Of the console: its frame, what lists are made
        // of, what dialogs and forms are, and one for each page. Without groups a page has one for each part that two pages share.
        codeSplitting: {
          groups:
            mode === 'console'
              ? [
                  { name: 'frame', tags: ['$initial'] },
                  {
                    name: 'lists',
                    test: /react-virtual|console\/(?:parts\/(?:cells|filter|grid|panel|selection|views)|data\/(?:filters|sorting|views))|integrations\/(?:health|integration-state|strip)/,
                  },
                  {
                    name: 'dialogs',
                    test: /react-aria|react-stately|internationalized|hook-form|src\/(?:console\/)?(?:parts|data|state)\/(?!.*passkey)/,
                    minShareCount: 3,
                  },
                ]
              : [
                  {
                    name: 'shared',
                    // Passkeys are asked for when they are used. What loads scripts is needed by all pages.
                    test: /preload-helper|node_modules\/(?!@simplewebauthn)|libs|src\/(?!pages|gallery|main)/,
                  },
                  { name: 'sign-in', test: /src\/pages\/sign-in\// },
                ],
        },
      },
    },
  },
}));
