import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TrustedOrigins } from '../operation/trusted-origins.ts';

/** Headers that a page may send, and those of an answer that it may read, beyond the CORS safelists. */
const requestHeaders = 'authorization, content-type, idempotency-key, traceparent, x-api-key, x-request-id';
const answerHeaders =
  'deprecation, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, sunset, traceparent, www-authenticate, x-request-id';

/** Seconds that a browser may cache a preflight. */
const preflightMaxAge = '600';

/** Allows pages of trusted origins to send credentials and read the answer; other origins get no CORS header at all. */
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

/** The further headers of an answer to a preflight; none where `setCorsHeaders` did not allow the origin. */
export function setPreflightHeaders(response: ServerResponse, methods: string): void {
  if (!response.hasHeader('access-control-allow-origin')) return;
  response.setHeader('access-control-allow-methods', methods);
  response.setHeader('access-control-allow-headers', requestHeaders);
  response.setHeader('access-control-max-age', preflightMaxAge);
}
