import type { IncomingMessage, RequestListener } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { Asset, assetAnswer } from '@patchbay/http/asset';
import { clientAddress } from '@patchbay/http/client-address';
import { inRequestSpan, requestIdFrom, splitTarget } from '@patchbay/http/request';
import type { HeaderPairs } from '@patchbay/http/security-headers';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { observe } from '@patchbay/telemetry/metrics';
import { tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { type Answer, pageAnswer, plainAnswer, refusalOf } from './answer.ts';
import { findPage, type Route } from './routes.ts';

export interface ListenerOptions {
  /** By path. */
  readonly files: ReadonlyMap<string, Asset>;
  /** The page with its settings; it carries the trace on. */
  readonly page: (traceparent: string | undefined) => Buffer;
  /** Of the page alone, names and values by turns. */
  readonly pageHeaders: readonly string[];
  /** Of every answer. */
  readonly headers: HeaderPairs;
  readonly trustedProxies: number;
  readonly logger: Logger;
}

const robots = new Asset('User-agent: *\nDisallow: /\n', 'text/plain; charset=utf-8');

const noRoute: Route = { path: 'none', operation: 'none' };
const robotsRoute: Route = { path: '/robots.txt', operation: 'getRobots' };

/** Answers every request. Path and query, which may hold tokens, are in no span, metric or log line: only the route is. */
export function createListener({
  files,
  page,
  pageHeaders,
  headers,
  trustedProxies,
  logger,
}: ListenerOptions): RequestListener {
  const tracer = tracerOf('portal');
  const common = headers.flat();

  const routeOf = (path: string): Route => {
    if (path === robotsRoute.path) return robotsRoute;
    if (!files.has(path)) return findPage(path) ?? noRoute;
    return { path: path.startsWith('/assets/') ? '/assets/:file' : path, operation: 'getFile' };
  };

  const answerOf = (request: IncomingMessage, path: string, route: Route): Answer => {
    const refusal = refusalOf(request, path);
    if (refusal !== undefined) return refusal;
    const asset = route === robotsRoute ? robots : files.get(path);
    if (asset !== undefined) {
      const { status, headers: described, body } = assetAnswer(request, asset);
      const own = Object.entries(described).flat().map(String);
      return { status, headers: asset.compressible ? [...own, 'vary', 'Accept-Encoding'] : own, body };
    }
    if (path.startsWith('/assets/')) return plainAnswer(404);
    return pageAnswer(route === noRoute ? 404 : 200, page(currentTraceparent()), pageHeaders);
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
      const { status, headers: own, body } = answerOf(request, path, route);
      const traceparent = currentTraceparent();
      const all = [...common, 'x-request-id', requestId, ...own];
      if (traceparent !== undefined) all.push('traceparent', traceparent);
      response.statusCode = status;
      // One by one: those of the answer replace those of every answer.
      for (let at = 0; at < all.length; at += 2) response.setHeader(all[at] ?? '', all[at + 1] ?? '');
      response.end(body);
      const seconds = (performance.now() - startedAt) / 1000;
      span.setAttribute(attributes.httpStatus, status);
      observe('httpRequestDuration', seconds, { operation, status });
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
        logger.error({ err: error, requestId }, 'request could not be answered');
        response.destroy();
      },
    );
  };
}
