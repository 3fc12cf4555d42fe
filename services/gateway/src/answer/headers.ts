import type { HeaderPairs } from '@patchbay/http/security-headers';
import type { RequestHandler } from 'express';
import { type Exchange, exchangeOf } from '../request/exchange.ts';
import type { TrustedOrigins } from '../request/trusted-origins.ts';

/** Headers that a page may send, and those of an answer that it may read, beyond the CORS safelists. */
const requestHeaders =
  'authorization, content-type, idempotency-key, if-match, if-none-match, prefer, traceparent, x-api-key, x-request-id';
const answerHeaders =
  'deprecation, etag, idempotency-replayed, link, patchbay-relay, ratelimit, ratelimit-policy, retry-after, sunset, traceparent, www-authenticate, x-request-id';

/** Seconds that a browser may cache a preflight. */
const preflightMaxAge = '600';

/** Tells what a provider answered through the relay (`provider`) from what Patchbay itself answers (`refused`). */
export const relayHeader = 'patchbay-relay';
const relayPath = /^\/v1\/organizations\/[^/]+\/workspaces\/[^/]+\/integrations\/[^/]+\/relay\//;

/**
 * Sets the headers of every answer. CORS headers allow pages of trusted origins to send credentials and read the answer; other origins
 * get none.
 */
export const setCommonHeaders =
  (common: HeaderPairs, trusted: TrustedOrigins): RequestHandler =>
  ({ method, headers: { origin } }, response, next) => {
    const { requestId, path } = exchangeOf(response);
    for (const [name, value] of common) response.setHeader(name, value);
    response.setHeader('vary', 'Origin');
    response.setHeader('x-request-id', requestId);
    // Whoever refuses it: an answer of the provider replaces it.
    if (method !== 'OPTIONS' && relayPath.test(path)) response.setHeader(relayHeader, 'refused');
    if (origin !== undefined && trusted.has(origin)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-credentials', 'true');
      response.setHeader('access-control-expose-headers', answerHeaders);
    }
    next();
  };

/** Names of headers, as browsers list them. */
const headerNames = /^[\w-]+(?:, ?[\w-]+){0,31}$/;

/** What a page may send to a path. The relay has lists of its own, of which each advertising system has another. */
function allowedHeaders(path: string, requested: string | undefined): string {
  return relayPath.test(path) && requested !== undefined && headerNames.test(requested)
    ? `${requestHeaders}, ${requested}`
    : requestHeaders;
}

/** Answers `OPTIONS`, a preflight or not, for a path with these methods. */
export function answerOptions(exchange: Exchange, allow: string, trusted: TrustedOrigins): void {
  const { request, response, path } = exchange;
  response.statusCode = 204;
  response.setHeader('allow', allow);
  if (trusted.has(request.headers.origin)) {
    response.setHeader('access-control-allow-methods', allow);
    response.setHeader(
      'access-control-allow-headers',
      allowedHeaders(path, request.headers['access-control-request-headers']),
    );
    response.setHeader('access-control-max-age', preflightMaxAge);
  }
  response.end();
}
