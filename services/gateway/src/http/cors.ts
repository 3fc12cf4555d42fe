import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TrustedOrigins } from '../operation/trusted-origins.ts';

/** What a page may send and read beyond what browsers allow anyway. */
const requestHeaders = 'authorization, content-type, idempotency-key, traceparent, x-api-key, x-request-id';
const answerHeaders =
  'deprecation, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, sunset, traceparent, www-authenticate, x-request-id';

/** Seconds a browser may remember a preflight. */
const preflightMaxAge = '600';

/** Lets pages of trusted origins read the answer, with credentials; other origins get no CORS header at all. */
export function setCorsHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  trusted: TrustedOrigins,
): void {
  response.setHeader('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !trusted.has(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-expose-headers', answerHeaders);
}

/** The rest of what a preflight asks; only where `setCorsHeaders` let the origin in. */
export function setPreflightHeaders(response: ServerResponse, methods: string): void {
  if (!response.hasHeader('access-control-allow-origin')) return;
  response.setHeader('access-control-allow-methods', methods);
  response.setHeader('access-control-allow-headers', requestHeaders);
  response.setHeader('access-control-max-age', preflightMaxAge);
}
