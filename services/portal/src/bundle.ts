import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internal } from '@patchbay/errors/failure';
import { Asset } from '@patchbay/http/asset';
import type { SignInProvider } from './sign-in-providers.ts';

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

/** File names under /assets/ have a digest of their content, so a file never changes. */
const forever = { headers: { 'cache-control': 'public, max-age=31536000, immutable' } };

export interface Bundle {
  readonly html: string;
  /** By the path of a request. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Reads the output of `vite build`: the page and its files, with their compressed copies. Throws if it is missing. */
export function readBundle(folder: string = ownBundle): Bundle {
  if (!existsSync(join(folder, 'index.html')))
    throw internal('services/portal/web/dist is missing. `make generate` builds it.');
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, sep).length));
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
  return { html: read('index.html').toString(), files: new Map(files) };
}

/** Settings in the HTML, which web/src/settings.ts reads. They are public. */
export interface PageSettings {
  readonly apiUrl: string;
  readonly signInProviders: readonly SignInProvider[];
  /** Paths by provider. */
  readonly marks?: Readonly<Record<string, string>>;
  readonly traceparent?: string | undefined;
}

const placeholder = '{{settings}}';
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes a text for an HTML attribute. */
const escaped = (text: string): string => text.replace(/[&"'<>]/g, (character) => entities[character] ?? '');

/** Returns a function that puts settings into the HTML of the bundle. */
export function createPage(html: string): (settings: PageSettings) => Buffer {
  const [before = '', after, ...more] = html.split(placeholder);
  if (after === undefined || more.length > 0)
    throw internal(`services/portal/web/index.html must have ${placeholder} once`);
  return (settings) => Buffer.from(before + escaped(JSON.stringify(settings)) + after);
}
