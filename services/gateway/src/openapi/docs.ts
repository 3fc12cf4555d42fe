import { existsSync, readFileSync } from 'node:fs';
import { internal } from '@patchbay/errors/failure';
import { Asset, type AssetOptions } from '../operation/asset.ts';
import { Page } from '../operation/page.ts';
import { contentSecurityPolicy } from './docs-policy.ts';

/** The same folder from src and from dist. */
const assets = new URL('../../assets/', import.meta.url);

const script = 'text/javascript; charset=utf-8';
const read = (name: string): Buffer => readFileSync(new URL(name, assets));

/** What is fetched by `make generate` is looked for when the gateway is built, so that a missing file stops it from starting. */
function fetched(name: string, type: string, options?: AssetOptions): Asset {
  if (!existsSync(new URL(`fetched/${name}`, assets))) {
    throw internal(`services/gateway/assets/fetched/${name} is missing: \`make generate\` fetches it`);
  }
  return new Asset(() => read(`fetched/${name}`), type, options);
}

/** The files of `/docs` by path: Scalar's API reference for `/openapi.json`. */
export function createDocs(): [path: string, page: Asset][] {
  return [
    ['/docs', new Page(read('page.html').toString(), contentSecurityPolicy)],
    ['/docs/theme.css', new Asset(() => read('theme.css'), 'text/css; charset=utf-8')],
    ['/docs/favicon.svg', new Asset(() => read('favicon.svg'), 'image/svg+xml')],
    ['/docs/inter.woff2', fetched('inter.woff2', 'font/woff2')],
    ['/docs/inter-licence.txt', fetched('inter-licence.txt', 'text/plain; charset=utf-8')],
    ['/docs/prepare.js', new Asset(() => read('prepare.js'), script)],
    ['/docs/scalar.js', fetched('scalar.js', script, { gzip: () => read('fetched/scalar.js.gz') })],
    ['/docs/start.js', new Asset(() => read('start.js'), script)],
  ];
}
