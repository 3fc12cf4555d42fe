import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { colours } from '@patchbay/brand/colours';
import { markSvg } from '@patchbay/brand/mark';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../operations/index.ts';
import { startGateway } from '../testing/gateway.ts';
import { createDocs } from './docs.ts';

const assets = new URL('../../assets/', import.meta.url);

const partsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');

describe('/docs', () => {
  it('every part of the page /docs is served by the gateway itself', async () => {
    const { fetch } = await startGateway();
    const page = await fetch('/docs');
    expect(page.status).toBe(200);
    const parts = partsOf(await page.text());
    expect(parts).toEqual(expect.arrayContaining(['/docs/prepare.js', '/docs/scalar.js', '/docs/start.js']));
    expect(new Set(parts)).toHaveLength(8);
    for (const part of parts) {
      const response = await fetch(part);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      expect(response.headers.get('etag')).not.toBeNull();
    }
  });

  it('a browser at the root of the gateway is sent to /docs; programs and other methods are told that nothing is there', async () => {
    const { fetch } = await startGateway();
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const sent = await fetch('/', { headers: browser, redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([302, '/docs']);
    expect((await fetch('/', { headers: browser, method: 'POST' })).status).toBe(404);
    expect((await fetch('/nothing', { headers: browser })).status).toBe(404);
    for (const accept of ['*/*', 'application/json'])
      expect((await fetch('/', { headers: { accept } })).status).toBe(404);
  });

  it('the page /docs may load nothing from elsewhere, run nothing inline and compile nothing', async () => {
    const { fetch } = await startGateway();
    const page = await fetch('/docs');
    const policy = new Map(
      page.headers
        .get('content-security-policy')
        ?.split('; ')
        .map((directive) => [directive.split(' ', 1)[0], directive.split(' ').slice(1).join(' ')]),
    );
    const nonce = /<meta property="csp-nonce" content="([\w+/]{24})">/.exec(await page.text())?.[1];
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src-elem': `'self' 'nonce-${nonce}'`,
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'vue default',
    });
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the page /docs has no inline script', async () => {
    const { fetch } = await startGateway();
    expect(await (await fetch('/docs')).text()).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });

  it('a browser may store the page /docs, and a stored page keeps its policy when it is revalidated', async () => {
    const { fetch } = await startGateway();
    const { headers } = await fetch('/docs');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const etag = headers.get('etag') ?? '';
    const again = await fetch('/docs', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
  });

  it.each(['/docs/scalar.js', '/openapi.json'])('%s is sent compressed to who accepts it', async (path) => {
    const { fetch } = await startGateway();
    const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const zipped = await fetch(path, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(zipped.headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(zipped.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    const [bytes, text] = [Number(zipped.headers.get('content-length')), await plain.text()];
    expect(bytes).toBeLessThan(text.length / 3);
    // fetch has decompressed it.
    expect((await zipped.text()) === text).toBe(true);
  });

  it('a part of /docs that the client has is not sent again', async () => {
    const { fetch } = await startGateway();
    const { headers } = await fetch('/docs/theme.css', { headers: { 'accept-encoding': 'gzip' } });
    const etag = headers.get('etag') ?? '';
    const again = (tag: string, encoding: string) =>
      fetch('/docs/theme.css', { headers: { 'if-none-match': tag, 'accept-encoding': encoding } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers: kept } = await again(tag, 'gzip');
      expect(status).toBe(304);
      expect(kept.get('etag')).toBe(etag);
    }
    expect((await again(etag, 'identity')).status).toBe(200);
    expect((await again('"other"', 'gzip')).status).toBe(200);
  });

  it('a font of /docs is not compressed again', async () => {
    const { fetch } = await startGateway();
    const { headers } = await fetch('/docs/inter.woff2', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
  });

  it.each(readdirSync(new URL('fetched', assets)))('/docs is not built where %s was not fetched', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-assets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(assets, folder, { recursive: true });
    const create = () =>
      createDocs(
        [],
        { publicUrl: 'http://api.test', portalUrl: 'http://portal.test' },
        pathToFileURL(`${folder}/`),
      );
    expect(create).not.toThrow();
    rmSync(join(folder, 'fetched', name));
    expect(create).toThrow(`fetched/${name} is missing`);
  });

  it('other files of the assets are not served under /docs', async () => {
    const { fetch } = await startGateway();
    const paths = ['index.html', 'page.html', 'pinned.json', 'fetched/scalar.js', '../docs/page.html'];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`/docs/${path}`)).status));
    expect(new Set(statuses)).toEqual(new Set([404]));
  });

  it('/docs has the colours and the mark of the brand', async () => {
    const { fetch } = await startGateway();
    const theme = await (await fetch('/docs/theme.css')).text();
    for (const scheme of ['light', 'dark'] as const)
      expect(theme).toMatch(new RegExp(`\\.${scheme}-mode\\{[^}]*--accent: ${colours[scheme].accent};`));
    expect(await (await fetch('/docs/favicon.svg')).text()).toBe(markSvg);
  });
});

describe('/llms.txt', () => {
  it('/llms.txt names every operation, and its links lead to what the gateway serves', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/llms.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# Patchbay\n\n> .+\.\n/);
    for (const { id, method, path } of operations) expect(text).toContain(`\`${method} ${path}\` (${id}): `);
    expect(text).toContain('`patchbay mcp`');
    const paths = [...text.matchAll(/\]\(http:\/\/api\.test(\/[^)]+)\)/g)].map(([, path]) => path ?? '');
    expect(paths).toEqual([
      '/openapi.json',
      '/docs/quickstart.md',
      '/docs/credentials.md',
      '/docs/errors-and-idempotency.md',
      '/docs/connect-in-your-product.md',
      '/docs',
    ]);
    for (const path of paths) expect((await fetch(path)).status).toBe(200);
  });

  it('a guide is served as Markdown, with the address of this installation', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/docs/quickstart.md');
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^## Quickstart\n/);
    expect(text).toContain('http://api.test/v1/');
    expect(text).not.toContain('{publicUrl}');
  });
});
