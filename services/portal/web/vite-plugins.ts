import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { colours } from '@patchbay/brand/colours';
import { brandCss } from '@patchbay/brand/css';
import { markSvg } from '@patchbay/brand/mark';
import { Patchbay } from '@patchbay/client';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { frame } from './frame.ts';
import type { Read } from './src/console/data/queries.ts';

const styleSheet = 'virtual:brand.css';
const icon = 'icon.svg';

const inHead = (tag: string, attrs: Readonly<Record<string, string | boolean>>): HtmlTagDescriptor => ({
  tag,
  attrs,
  injectTo: 'head',
});

/** How Patchbay looks, from @patchbay/brand: colours and type as a style sheet, the mark as an icon, and the frame of the pages in their HTML. */
export const brand = (): Plugin => ({
  name: 'brand',
  resolveId: (id) => (id === styleSheet ? `\0${id}` : undefined),
  load: (id) => (id === `\0${styleSheet}` ? brandCss : undefined),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: icon, source: markSvg });
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${icon}`, (_request, response) =>
      response.setHeader('content-type', 'image/svg+xml').end(markSvg),
    );
  },
  transformIndexHtml: (html) => ({
    html: html.replace('<!-- frame -->', () => frame),
    tags: [
      inHead('link', { rel: 'icon', href: `/${icon}`, type: 'image/svg+xml' }),
      inHead('link', { rel: 'apple-touch-icon', href: '/touch-icon.png' }),
      // On phones, whose browsers show the colour around the page, the ground is the surface.
      ...(['light', 'dark'] as const).map((scheme) =>
        inHead('meta', {
          name: 'theme-color',
          media: `(prefers-color-scheme: ${scheme})`,
          content: colours[scheme].surface,
        }),
      ),
    ],
  }),
});

/** The font file of Latin letters. Browsers load other scripts when a name needs them. */
const latin = /\/inter-latin-wght-normal-[^/]+\.woff2$/;

/**
 * Preloads the font. Browsers would otherwise request it only after the script has drawn a text: half a second later on a
 * slow connection, with all texts drawn twice. The priority is low, because the script is needed first.
 */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const fonts = Object.keys(bundle).filter((name) => latin.test(name));
      return fonts.map((name) =>
        inHead('link', {
          rel: 'preload',
          href: `/${name}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          fetchpriority: 'low',
        }),
      );
    },
  },
});

const codings = { br: promisify(brotliCompress), gz: promisify(gzip) };

/**
 * Writes `.br` and `.gz` copies of each script and style sheet, at Brotli's best level (its default), which takes a second for
 * the bundle. The server sends these files as they are.
 */
export const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:css|js)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name);
        const body = await readFile(path);
        for (const [ending, encode] of Object.entries(codings))
          await writeFile(`${path}.${ending}`, await encode(body));
      }),
    );
  },
});

/** The path that the client asks the API for. */
async function pathOf([id, input]: Read): Promise<string> {
  let path = '';
  const api = new Patchbay({
    baseUrl: 'http://api',
    fetch: async (address) => {
      const { pathname, search } = new URL(new Request(address).url);
      path = pathname + search;
      return Response.json({});
    },
  });
  await (api[id] as (values: object) => Promise<unknown>)(input);
  return decodeURIComponent(path);
}

/** Writes the pages of the console for the server (services/portal/src/bundle.ts) and for tests in a browser. */
export const listPages = (): Plugin => ({
  name: 'list-pages',
  apply: 'build',
  async generateBundle() {
    const { firstReads, pages } = await import('./src/console/pages.ts');
    const list = pages.map(async (page) => {
      const [, source] = /import\('\.\/pages\/(.+)\.tsx'\)/.exec(String(page.load)) ?? [];
      if (source === undefined) throw new Error(`The page at ${page.path} loads nothing from pages/.`);
      // The names stay in the paths, for the server to fill in.
      const names = { org: ':org', workspace: page.path.includes(':workspace') ? ':workspace' : undefined };
      const reads = page.path.includes(':org') ? firstReads(page, names) : [];
      return {
        path: page.path,
        title: page.title,
        source,
        reads: await Promise.all([['getSession', {}] as const, ...reads].map(pathOf)),
      };
    });
    this.emitFile({
      type: 'asset',
      fileName: '.vite/pages.json',
      source: JSON.stringify(await Promise.all(list)),
    });
  },
});

const placeholder = '{{settings}}';

/**
 * Gives the pages of the development server the settings of the running Portal, so that they call the same API. The value is
 * copied from its HTML, with its entities.
 */
export const devSettings = (portal: string): Plugin => ({
  name: 'dev-settings',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      if (!html.includes(placeholder)) return html;
      const page = await fetch(portal).then(
        (response) => response.text(),
        () => '',
      );
      const settings = /name="patchbay-settings" content="([^"]*)"/.exec(page)?.[1];
      if (settings === undefined)
        throw new Error(
          `No Portal answers at ${portal}. Start the platform with PORTAL_URL=http://localhost:5173 make start, or DEMO_PORTAL_URL=http://localhost:5173 make demo; if its pages have another port, say so to the development server with PORTAL_PORT.`,
        );
      return html.replace(placeholder, () => settings);
    },
  },
});
