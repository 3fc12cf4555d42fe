import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { createAnsweredRequests } from '@patchbay/http/answered-requests';
import { Asset, assetAnswer } from '@patchbay/http/asset';
import { clientAddress } from '@patchbay/http/client-address';
import { inRequestSpan, requestIdFrom, splitTarget } from '@patchbay/http/request';
import type { HeaderPairs } from '@patchbay/http/security-headers';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { observe } from '@patchbay/telemetry/metrics';
import { tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { LinkPreviews } from './link-previews.ts';
import { findPage, type PageRoute, type Preview, type Route } from './routes.ts';

interface Answer {
  readonly status: number;
  /** Alternating names, in lower case, and values. They override the headers of every answer. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** Characters. Links have tokens of a few hundred characters. */
const maxPath = 2_048;

const answerWith = (status: number, type: string, body: Buffer, more: readonly string[] = []): Answer => ({
  status,
  headers: ['content-type', `${type}; charset=utf-8`, 'content-length', String(body.byteLength), ...more],
  body,
});

/** One line of text. */
const plainAnswer = (status: number, more: readonly string[] = []): Answer =>
  answerWith(status, 'text/plain', Buffer.from(`${STATUS_CODES[status]}\n`), more);

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** The refusal of a request that no path can answer; undefined: the path decides. */
function refusalOf({ method, headers, httpVersion }: IncomingMessage, path: string): Answer | undefined {
  // The body is not read, so the connection cannot be reused.
  if (method !== 'GET' && method !== 'HEAD')
    return plainAnswer(405, ['allow', 'GET, HEAD', 'connection', 'close']);
  // HTTP/1.1 requires the header (RFC 9112); its value is not used.
  if (headers.host === undefined && httpVersion === '1.1') return plainAnswer(400);
  if (path.length > maxPath) return plainAnswer(414);
  return isDecodable(path) ? undefined : plainAnswer(400);
}

export interface ListenerOptions {
  /** By path. */
  readonly files: ReadonlyMap<string, Asset>;
  /** Renders the page with its settings, which continue the trace, and its own headers: alternating names and values. */
  readonly page: (
    route: PageRoute | undefined,
    asked: {
      readonly path: string;
      readonly traceparent: string | undefined;
      readonly preview: Preview | undefined;
    },
  ) => { readonly body: Buffer; readonly headers: readonly string[] };
  readonly linkPreviews: LinkPreviews;
  /** Headers of every answer. */
  readonly headers: HeaderPairs;
  readonly trustedProxies: number;
  readonly logger: Logger;
}

const robots = new Asset('User-agent: *\nDisallow: /\n', 'text/plain; charset=utf-8');

const noRoute: Route = { path: 'none', operation: 'none' };
const robotsRoute: Route = { path: '/robots.txt', operation: 'getRobots' };
/** A page, or a file of one. */
const isPage = (route: Route): boolean => route !== noRoute && route !== robotsRoute;

/** Answers every request. Spans, metrics and log lines have the route, never the path or query, which may contain tokens. */
export function createListener({
  files,
  page,
  linkPreviews,
  headers,
  trustedProxies,
  logger,
}: ListenerOptions): RequestListener {
  const tracer = tracerOf('portal');
  const countPage = createAnsweredRequests('pages');
  const common = headers.flat();

  const routeOf = (path: string): Route => {
    if (path === robotsRoute.path) return robotsRoute;
    if (!files.has(path)) return findPage(path) ?? noRoute;
    return { path: path.startsWith('/assets/') ? '/assets/:file' : path, operation: 'getFile' };
  };

  const answerOf = async (
    request: IncomingMessage,
    path: string,
    route: Route,
    address: string | null,
  ): Promise<Answer> => {
    const refusal = refusalOf(request, path);
    if (refusal !== undefined) return refusal;
    const asset = route === robotsRoute ? robots : files.get(path);
    if (asset !== undefined) {
      const { status, headers: described, body } = assetAnswer(request, asset);
      const own = Object.entries(described).flat().map(String);
      return { status, headers: asset.compressible ? [...own, 'vary', 'Accept-Encoding'] : own, body };
    }
    if (path.startsWith('/assets/')) return plainAnswer(404);
    const found = findPage(path);
    const preview = await linkPreviews(request, route, path, address);
    const { body, headers: own } = page(found, { path, traceparent: currentTraceparent(), preview });
    return answerWith(found === undefined ? 404 : 200, 'text/html', body, own);
  };

  return (request, response) => {
    const startedAt = performance.now();
    const { method = 'GET', headers: sent } = request;
    const requestId = requestIdFrom(sent['x-request-id']);
    const address = clientAddress(request, trustedProxies);
    const { path } = splitTarget(request.url ?? '/');
    const route = routeOf(path);
    const { operation } = route;

    const serve = async (span: Span): Promise<void> => {
      const { status, headers: own, body } = await answerOf(request, path, route, address);
      const traceparent = currentTraceparent();
      const all = [...common, 'x-request-id', requestId, ...own];
      if (traceparent !== undefined) all.push('traceparent', traceparent);
      response.statusCode = status;
      // One by one, so that the headers of the answer override the common ones.
      for (let at = 0; at < all.length; at += 2) response.setHeader(all[at] ?? '', all[at + 1] ?? '');
      response.end(body);
      const seconds = (performance.now() - startedAt) / 1000;
      span.setAttribute(attributes.httpStatus, status);
      observe('httpRequestDuration', seconds, { operation, status });
      if (isPage(route)) countPage(status < 500 ? 'answered' : 'failed');
      logger.info(
        {
          requestId,
          method,
          route: route.path,
          operation,
          status,
          durationMs: Math.round(seconds * 10_000) / 10,
          bytes: body?.byteLength,
          clientAddress: address,
        },
        'request answered',
      );
    };
    void inRequestSpan(tracer, request, { route: route.path, operation, requestId }, serve).catch(
      (error: unknown) => {
        if (isPage(route)) countPage('failed');
        logger.error({ err: error, requestId }, 'request could not be answered');
        response.destroy();
      },
    );
  };
}
