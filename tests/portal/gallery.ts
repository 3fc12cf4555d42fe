import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { waitFor } from '@patchbay/testing/wait';
import type { Page, ViewportSize } from 'playwright-core';
import { desktop, openContext, sharedBrowser } from './browser.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** As strict as that of the pages: a part that needs more would not work there. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'none'";

/** The gallery of the Portal's parts, bundled and served without the platform, and a browser. */
export interface Gallery {
  /** The gallery, or with `?page=` one of its whole pages. All tests use one window. */
  open(size?: ViewportSize, query?: string): Promise<Page>;
  /** Throws if the console has said something. */
  expectSilence(): void;
  stop(): Promise<void>;
}

export async function startGallery(): Promise<Gallery> {
  const folder = await createTemporaryDirectory('patchbay-gallery-');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = [
    'build',
    '--configLoader=native',
    '--mode',
    'gallery',
    '--outDir',
    folder.path,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ];
  const [browser] = await Promise.all([
    sharedBrowser(),
    promisify(execFile)(process.execPath, ['--conditions=patchbay-source', vite, ...build], {
      cwd: join(root, 'services/portal/web'),
      // As it is built for production; Vitest says "test" here.
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  ]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', types[extname(pathname)] ?? 'text/plain');
    response.end(readFileSync(join(folder.path, pathname)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const said: string[] = [];
  // Bars that move cost a browser without a graphics card much time.
  const context = await openContext(browser, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));

  return {
    async open(size = desktop, query = '') {
      await page.setViewportSize(size);
      await page.goto(`http://127.0.0.1:${port}/gallery.html${query}`);
      // The pages and the page that loads alike set the name of the tab.
      await waitFor(async () => (await page.title()).includes('·'), { what: 'the gallery to be drawn' });
      return page;
    },
    expectSilence() {
      const all = said.splice(0);
      if (all.length > 0) throw new Error(`The console said: ${all.join('\n')}`);
    },
    async stop() {
      await context.close();
      server.close();
      await folder.remove();
    },
  };
}
