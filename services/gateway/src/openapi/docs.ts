import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { declarations, family } from '@patchbay/brand/css';
import { markSvg } from '@patchbay/brand/mark';
import { internal } from '@patchbay/errors/failure';
import { Asset } from '@patchbay/http/asset';
import type { Operation } from '../operation/operation.ts';
import { guidesFor } from './guides.ts';
import { createLlms } from './llms.ts';

/** The policy of the page `/docs`: it may load files from this origin only, and send requests to this origin only. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Scalar and its editor create style elements; `prepare.js` gives the nonce to those that scripts create. Markup has none.
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Scalar writes widths and colours into style attributes. They can neither select other elements nor load what `img-src` forbids.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // `vue` is the policy of the framework of Scalar, `default` the one of `prepare.js`.
    "require-trusted-types-for 'script'",
    'trusted-types vue default',
  ].join('; ');

/** The same folder from src and from dist. */
const ownAssets = new URL('../../assets/', import.meta.url);

const script = 'text/javascript; charset=utf-8';

export interface DocsOptions {
  readonly publicUrl: string;
  readonly portalUrl: string;
}

/** The colours of Patchbay by the classes that Scalar's switch sets, before the rules that use them. */
const brand = [
  `:root{--family:${family}}`,
  ...(['light', 'dark'] as const).map(
    (scheme) => `.${scheme}-mode{color-scheme:${scheme};${declarations(scheme)}}`,
  ),
].join('\n');

/**
 * The nonce is a digest of the page, so that browsers can store the page and every gateway sends the same one. It needs no secret: it
 * admits style elements alone, and the page has no content of others.
 */
function createPage(html: string): Asset {
  const nonce = createHash('sha256').update(html).digest('base64').slice(0, 24);
  return new Asset(html.replaceAll('{nonce}', nonce), 'text/html; charset=utf-8', {
    headers: { 'content-security-policy': contentSecurityPolicy(nonce) },
  });
}

/** The files of `/docs` by path: Scalar's API reference for `/openapi.json`, and what assistants read in its place. */
export function createDocs(
  operations: readonly Operation[],
  { publicUrl, portalUrl }: DocsOptions,
  assets: URL = ownAssets,
): [path: string, page: Asset][] {
  const signInUrl = `${portalUrl}/sign-in`;
  const read = (name: string): Buffer => readFileSync(new URL(name, assets));
  /** What is fetched by `make generate` is looked for when the gateway is built, so that a missing file stops it from starting. */
  const fetched = (name: string): (() => Buffer) => {
    if (!existsSync(new URL(`fetched/${name}`, assets)))
      throw internal(`services/gateway/assets/fetched/${name} is missing: \`make generate\` fetches it`);
    return () => read(`fetched/${name}`);
  };
  return [
    ['/docs', createPage(read('page.html').toString().replace('{signInUrl}', signInUrl))],
    ['/docs/theme.css', new Asset(`${brand}\n${read('theme.css').toString()}`, 'text/css; charset=utf-8')],
    ['/docs/favicon.svg', new Asset(markSvg, 'image/svg+xml')],
    ['/docs/inter.woff2', new Asset(fetched('inter.woff2'), 'font/woff2')],
    ['/docs/inter-licence.txt', new Asset(fetched('inter-licence.txt'), 'text/plain; charset=utf-8')],
    ['/docs/prepare.js', new Asset(() => read('prepare.js'), script)],
    ['/docs/scalar.js', new Asset(fetched('scalar.js'), script, { gzip: fetched('scalar.js.gz') })],
    ['/docs/start.js', new Asset(() => read('start.js'), script)],
    ...guidesFor(publicUrl).map(({ name, text }): [string, Asset] => [
      `/docs/${name}.md`,
      new Asset(text, 'text/markdown; charset=utf-8'),
    ]),
    ['/llms.txt', new Asset(createLlms(operations, publicUrl), 'text/plain; charset=utf-8')],
  ];
}
