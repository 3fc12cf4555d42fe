import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internal } from '@patchbay/errors/failure';
import { Asset } from '@patchbay/http/asset';
import { type ConsolePage, createPreloads } from './console-pages.ts';
import { type PageRoute, type Preview, pageRoutes, productPreview } from './routes.ts';
import type { SignInProvider } from './workers/sign-in-providers.ts';

/** The same folder from src and from dist. */
const ownBundle = fileURLToPath(new URL('../web/dist/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const manifestName = join('.vite', 'manifest.json');
const consoleManifestName = join('.vite', 'console.json');
const pagesName = join('.vite', 'pages.json');

/** File names under /assets/ have a digest of their content, so a file never changes. */
const forever = { headers: { 'cache-control': 'public, max-age=31536000, immutable' } };

/** The HTML of the pages behind links, and of the console. */
export interface Documents {
  readonly pages: string;
  readonly console: string;
}

export interface Bundle {
  readonly html: Documents;
  /** By the path of a request. */
  readonly files: ReadonlyMap<string, Asset>;
  /** The scripts of a page that the HTML does not name: their paths, by `source` of the page. */
  readonly scripts: ReadonlyMap<string, readonly string[]>;
  /** Every page of the console, with the same. */
  readonly consolePages: readonly ConsolePage[];
}

/** What Vite writes about its output: the script of each source, and the scripts that it imports, by their keys. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** A page of the console, as vite-plugins.ts lists it. `source`: its file in web/src/console/pages, without the ending. */
type ListedPage = Omit<ConsolePage, 'scripts'> & { readonly source: string };

/** The scripts of the pages in a folder of sources that the HTML of their entry does not name. */
function scriptsIn(manifest: Manifest, entry: string, folder: string): Bundle['scripts'] {
  /** The keys of a script and of all that it imports. */
  const closureOf = (key: string, keys = new Set<string>()): Set<string> => {
    if (keys.has(key)) return keys;
    keys.add(key);
    for (const imported of manifest[key]?.imports ?? []) closureOf(imported, keys);
    return keys;
  };
  const named = closureOf(entry);
  return new Map(
    Object.keys(manifest)
      .filter((key) => key.startsWith(folder) && key.endsWith('-page.tsx'))
      .map((page): [string, string[]] => {
        const own = [...closureOf(page)].filter((key) => !named.has(key));
        const paths = own.flatMap((key) => manifest[key]?.file ?? []).map((file) => `/${file}`);
        return [page.slice(folder.length, -'.tsx'.length), paths];
      }),
  );
}

/** Reads the output of `vite build`: the page and its files, with their compressed copies. Throws if it is missing. */
export function readBundle(folder: string = ownBundle): Bundle {
  if (!['index.html', 'console.html'].every((name) => existsSync(join(folder, name))))
    throw internal('services/portal/web/dist is missing. `make generate` builds it.');
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const readJson = (name: string): unknown => JSON.parse(read(name).toString());
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, sep).length))
    .filter((name) => ![manifestName, consoleManifestName, pagesName].includes(name));
  const compressed = (name: string): (() => Buffer) | undefined => {
    if (!names.includes(name)) return undefined;
    const body = read(name);
    return () => body;
  };
  const files = names
    .filter((name) => !/\.(?:br|gz|html)$/.test(name))
    .map((name): [string, Asset] => {
      const type = types[extname(name)];
      if (type === undefined)
        throw internal(
          `services/portal/web/dist/${name} is of an unknown type. Add it to the types in bundle.ts.`,
        );
      const body = read(name);
      const path = `/${name.replaceAll(sep, '/')}`;
      return [
        path,
        new Asset(() => body, type, {
          brotli: compressed(`${name}.br`),
          gzip: compressed(`${name}.gz`),
          ...(path.startsWith('/assets/') && forever),
        }),
      ];
    });
  const consoleScripts = scriptsIn(
    readJson(consoleManifestName) as Manifest,
    'console.html',
    'src/console/pages/',
  );
  return {
    html: { pages: read('index.html').toString(), console: read('console.html').toString() },
    files: new Map(files),
    scripts: scriptsIn(readJson(manifestName) as Manifest, 'index.html', 'src/pages/'),
    consolePages: (readJson(pagesName) as ListedPage[]).map(({ source, ...page }) => ({
      ...page,
      scripts: consoleScripts.get(source) ?? [],
    })),
  };
}

/** Settings in the HTML, which web/src/settings.ts reads. They are public. */
export interface PageSettings {
  readonly apiUrl: string;
  readonly signInProviders: readonly SignInProvider[];
  /** Paths by provider. */
  readonly marks?: Readonly<Record<string, string>>;
  readonly traceparent?: string | undefined;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes a text for an HTML attribute. */
const escaped = (text: string): string => text.replace(/[&"'<>]/g, (character) => entities[character] ?? '');

const places = ['{{settings}}', '{{previewTitle}}', '{{previewText}}'] as const;
const preloads = '<!-- {{preloads}} -->';

function demandPlaces(name: string, html: string, wanted: readonly string[]): void {
  for (const place of wanted)
    if (html.split(place).length !== 2) throw internal(`services/portal/web/${name} must have ${place} once`);
}

/** What differs from one answer to the next. */
export interface PageValues {
  readonly settings: PageSettings;
  /** Default: that of the route. */
  readonly preview?: Preview | undefined;
  /** Of the console: styles with it are allowed. */
  readonly nonce?: string | undefined;
  /** Of the console: the path of the request. Paths of other pages may have a token. */
  readonly path?: string | undefined;
}

const scriptPreload = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

const readPreload = (address: string): string =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" referrerpolicy="no-referrer" href="${escaped(address)}">`;

/** Returns a function that fills in the HTML of a page; a route that is undefined has none. */
export function createPage({ html, scripts, consolePages }: Omit<Bundle, 'files'>) {
  demandPlaces('index.html', html.pages, [...places, preloads]);
  demandPlaces('console.html', html.console, [...places, preloads, '{{nonce}}']);
  const pages = new Map(
    [undefined, ...pageRoutes].map((route) => [
      route,
      route !== undefined && route.source === undefined
        ? html.console
        : html.pages.replace(preloads, () =>
            (scripts.get(route?.source ?? '') ?? []).map(scriptPreload).join(''),
          ),
    ]),
  );
  const findPreloads = createPreloads(consolePages);
  const preloadsAt = (path: string, apiUrl: string): string => {
    const { scripts: own, reads } = findPreloads(path);
    return [...own.map(scriptPreload), ...reads.map((read) => readPreload(apiUrl + read))].join('');
  };
  return (route: PageRoute | undefined, { settings, preview, nonce = '', path }: PageValues): Buffer => {
    const { title, text } = preview ?? route?.preview ?? productPreview;
    const values: Readonly<Record<string, string>> = {
      '{{settings}}': JSON.stringify(settings),
      '{{previewTitle}}': title,
      '{{previewText}}': text,
      '{{nonce}}': nonce,
    };
    const page = pages
      .get(route)
      ?.replace(preloads, () => (path === undefined ? '' : preloadsAt(path, settings.apiUrl)))
      // In one pass: a value with braces stays as it is.
      .replace(/\{\{\w+\}\}/g, (place) => escaped(values[place] ?? place));
    return Buffer.from(page ?? '');
  };
}
