import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLog } from '@patchbay/testing/log';
import { onTestFinished } from 'vitest';
import { build } from './app.ts';
import { readBundle } from './bundle.ts';
import type { PortalConfig } from './config.ts';

export const html =
  '<meta name="patchbay-settings" content="{{settings}}" /><meta property="og:title" content="{{previewTitle}}" />' +
  '<meta property="og:description" content="{{previewText}}" /><!-- {{preloads}} --><h1>Patchbay</h1>';
export const consoleHtml = `${html}<meta property="csp-nonce" nonce="{{nonce}}" />`;
export const script = 'export const text = "a script";'.repeat(100);

const manifest = {
  'index.html': { file: 'assets/index-a1.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-c3.js', imports: ['index.html'] },
  '_problem.js': { file: 'assets/problem-d4.js', imports: ['_shared.js'] },
  'src/pages/connect/connect-page.tsx': {
    file: 'assets/connect-page-e5.js',
    imports: ['_shared.js', '_problem.js'],
  },
};

const consoleManifest = {
  'console.html': { file: 'assets/console-f6.js' },
  '_lists.js': { file: 'assets/lists-g7.js', imports: ['console.html'] },
  'src/console/pages/members/members-page.tsx': {
    file: 'assets/members-page-h8.js',
    imports: ['console.html', '_lists.js'],
  },
};

const pages = [
  {
    path: '/o/:org/members',
    source: 'members/members-page',
    reads: ['/v1/auth/session', '/v1/organizations/:org'],
  },
];

/** What `make generate` leaves, with other contents. */
const bundled: Readonly<Record<string, string>> = {
  'index.html': html,
  'console.html': consoleHtml,
  '.vite/console.json': JSON.stringify(consoleManifest),
  '.vite/pages.json': JSON.stringify(pages),
  '.vite/manifest.json': JSON.stringify(manifest),
  'icon.svg': '<svg></svg>',
  'assets/index-a1.js': script,
  'assets/index-a1.js.br': 'script in Brotli',
  'assets/index-a1.js.gz': 'script in gzip',
  'assets/font-b2.woff2': 'a font',
};

/** A folder with these files; removed when the test ends. */
export function createFolder(files: Readonly<Record<string, string>> = bundled): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** An HTTP server on loopback; stopped when the test ends. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Has a client for Google and none for Microsoft. */
export const startGateway = (): Promise<string> =>
  serve((request, response) =>
    request.url?.startsWith('/v1/auth/google?')
      ? response.writeHead(302, { location: 'https://accounts.google.com/' }).end()
      : response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}'),
  );

/** A Portal on a free port, with the bundle above; stopped when the test ends. */
export async function startPortal(config: Partial<PortalConfig> = {}) {
  const { logger, lines } = createLog();
  const { components, server } = build(
    {
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'http://api.test:3000/base',
      portalUrl: 'http://portal.test',
      gatewayUrl: config.gatewayUrl ?? (await startGateway()),
      trustedProxies: 0,
      ...config,
    },
    { logger, bundle: readBundle(createFolder()) },
  );
  const runtime = createRuntime(components, logger);
  await runtime.start();
  onTestFinished(() => runtime.stop());
  const port = server.port();
  return {
    port,
    lines,
    fetch: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
  };
}
