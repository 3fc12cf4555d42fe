import { describe, expect, it } from 'vitest';
import { createPage, readBundle } from './bundle.ts';
import { consoleHtml, createFolder, html as pageHtml } from './portal.fixture.ts';
import { pageRoutes } from './routes.ts';

const html = { pages: pageHtml, console: consoleHtml };
const page = createPage({ html, scripts: new Map(), consolePages: [] });

describe('readBundle', () => {
  it('a bundle has the page and its files by path', () => {
    const bundle = readBundle(createFolder());
    expect(bundle.html).toEqual(html);
    expect([...bundle.files.keys()].toSorted()).toEqual([
      '/assets/font-b2.woff2',
      '/assets/index-a1.js',
      '/icon.svg',
    ]);
    expect(bundle.files.get('/assets/index-a1.js')?.encodings).toEqual(['br', 'gzip', 'identity']);
    expect(bundle.files.get('/assets/font-b2.woff2')?.encodings).toEqual(['identity']);
  });

  it('a page has scripts of its own besides those that the HTML names', () => {
    const { scripts } = readBundle(createFolder());
    expect(scripts.get('connect/connect-page')).toEqual([
      '/assets/connect-page-e5.js',
      '/assets/problem-d4.js',
    ]);
    expect(scripts.get('sign-in/sign-in-page')).toBeUndefined();
  });

  it('a missing bundle is an error that names make generate', () => {
    expect(() => readBundle(createFolder({ 'icon.svg': '' }))).toThrow('make generate');
  });

  it('a bundle with a file of an unknown type is an error', () => {
    expect(() =>
      readBundle(createFolder({ 'index.html': '', 'console.html': '', 'assets/a.wasm': '' })),
    ).toThrow('services/portal/web/dist/assets/a.wasm is of an unknown type');
  });
});

/** As a browser reads the attribute. */
const settingsIn = (rendered: string): unknown => {
  const [, value = ''] = /content="([^"]*)"/.exec(rendered) ?? [];
  const entities: Record<string, string> = { amp: '&', quot: '"', '#39': "'", lt: '<', gt: '>' };
  return JSON.parse(value.replace(/&([^;]+);/g, (_, name: string) => entities[name] ?? ''));
};

describe('createPage', () => {
  it('a page has its settings in an attribute, unchanged', () => {
    const settings = {
      apiUrl: 'https://api.acme.example',
      signInProviders: ['google' as const],
      traceparent: '00-1-2-01',
    };
    expect(settingsIn(page(undefined, { settings }).toString())).toEqual(settings);
  });

  it.each(['"><script>alert(1)</script>', "'&quot;</meta>", '$&$`{{settings}}'])(
    'a setting cannot end its attribute: %s',
    (apiUrl) => {
      const rendered = page(undefined, { settings: { apiUrl, signInProviders: [] } }).toString();
      expect(rendered).not.toMatch(/<script|<\/meta/);
      expect(rendered.match(/"/g)).toHaveLength(12);
      expect(settingsIn(rendered)).toEqual({ apiUrl, signInProviders: [] });
    },
  );

  it.each([
    ['{{settings}}', { ...html, pages: pageHtml.replace('{{settings}}', '') }],
    ['{{previewTitle}}', { ...html, pages: `${pageHtml}{{previewTitle}}` }],
    ['<!-- {{preloads}} -->', { ...html, pages: pageHtml.replace('{{preloads}}', '') }],
    ['<!-- {{preloads}} -->', { ...html, console: consoleHtml.replace('{{preloads}}', '') }],
    ['{{nonce}}', { ...html, console: consoleHtml.replace('{{nonce}}', '') }],
  ])('HTML without exactly one %s is refused', (place, wrong) => {
    expect(() => createPage({ html: wrong, scripts: new Map(), consolePages: [] })).toThrow(
      `must have ${place} once`,
    );
  });

  it('a page of the console has the nonce of its answer', () => {
    const route = pageRoutes.find(({ path }) => path === '/o/*');
    const settings = { apiUrl: 'https://api.acme.example', signInProviders: [] };
    expect(page(route, { settings, nonce: 'n0nce' }).toString()).toContain('nonce="n0nce"');
  });
});
