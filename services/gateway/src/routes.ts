import { Failure, notFound } from '@patchbay/errors/failure';
import { type RequestHandler, Router } from 'express';
import { answerOptions } from './answer/headers.ts';
import type { Served } from './answer/serve.ts';
import type { Exchange } from './request/exchange.ts';
import type { Received } from './request/stages.ts';
import type { TrustedOrigins } from './request/trusted-origins.ts';

/** What answers one method of one path: an operation, or a static page. */
export interface Endpoint extends Omit<Served, 'route'> {
  readonly method: keyof typeof verbs;
  /** As OpenAPI writes it: `/v1/organizations/{orgSlug}`. A parameter `{path}` at its end takes the rest, slashes included, undecoded. */
  readonly path: string;
  answer(exchange: Exchange, params: Received['params']): unknown;
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

const rest = '{path}';

/**
 * `/v1/organizations/{orgSlug}` as Express writes it: `/v1/organizations/:orgSlug`. Express decodes every parameter that it matches: of a
 * path with a rest it gets a pattern of what comes before.
 */
const expressPath = (path: string): string | RegExp =>
  path.endsWith(rest)
    ? new RegExp(`^${path.slice(0, -rest.length).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}`)
    : path.replaceAll('{', ':').replaceAll('}', '');

/** With the parameter `path` of a pattern of `expressPath`. */
function withRest({ path }: Exchange, params: Received['params'], before: RegExp): Received['params'] {
  const matched = before.exec(path)?.[0];
  // Express normalizes what it matches, for example backslashes.
  if (matched === undefined) throw notFound('the path is not in its normal form');
  return { ...params, path: path.slice(matched.length) };
}

/** Value of the `Allow` header of a path. */
const allowOf = (methods: ReadonlySet<string>): string =>
  [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

/** Routes requests to endpoints. A known path answers `OPTIONS`, and other methods that it does not have with 405. */
export function createRoutes(
  endpoints: readonly Endpoint[],
  serve: (served: Served, answer: Endpoint['answer']) => RequestHandler,
  trustedOrigins: TrustedOrigins,
): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  // Express takes the first path that matches: a literal segment sorts before a parameter, which begins with `{`.
  for (const [path, ofPath] of [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const methods = new Set(ofPath.map(({ method }) => method));
    if (methods.size < ofPath.length) throw new Error(`a method of ${path} is declared twice`);
    const allow = allowOf(methods);
    const pattern = expressPath(path);
    const route = router.route(pattern);
    for (const endpoint of ofPath)
      route[verbs[endpoint.method]](
        serve({ ...endpoint, route: path }, (exchange, params) =>
          endpoint.answer(exchange, pattern instanceof RegExp ? withRest(exchange, params, pattern) : params),
        ),
      );
    const withoutOperation = { route: path, operation: 'none' };
    route.options(serve(withoutOperation, (exchange) => answerOptions(exchange, allow, trustedOrigins)));
    route.all(
      serve(withoutOperation, ({ response }) => {
        response.setHeader('allow', allow);
        throw new Failure('method_not_allowed');
      }),
    );
  }
  return router;
}
