import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internal } from '@patchbay/errors/failure';
import { Asset } from '@patchbay/http/asset';

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

/** The names of files under /assets/ have a digest of their content: what a name stands for never changes. */
const forever = { headers: { 'cache-control': 'public, max-age=31536000, immutable' } };

export interface Bundle {
  readonly html: string;
  /** By the path of a request. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Reads what `make generate` has made of web/: the page, and its files with what was compressed of them. Throws where it is missing. */
export function readBundle(folder: string = ownBundle): Bundle {
  if (!existsSync(join(folder, 'index.html')))
    throw internal('services/portal/web/dist is missing: `make generate` bundles the pages');
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
      if (type === undefined) throw internal(`services/portal/web/dist/${name} is of an unknown type`);
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
