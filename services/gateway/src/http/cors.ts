import type { TrustedOrigins } from '../operation/trusted-origins.ts';
import type { HeaderList } from './head.ts';

/** Headers that a page may send, and those of an answer that it may read, beyond the CORS safelists. */
const requestHeaders = 'authorization, content-type, idempotency-key, traceparent, x-api-key, x-request-id';
const answerHeaders =
  'deprecation, idempotency-replayed, ratelimit, ratelimit-policy, retry-after, sunset, traceparent, www-authenticate, x-request-id';

/** Seconds that a browser may cache a preflight. */
const preflightMaxAge = '600';

const none: HeaderList = [];

/** Allow pages of trusted origins to send credentials and read the answer; other origins get no CORS header at all. */
export const corsHeaders = (origin: string | undefined, trusted: TrustedOrigins): HeaderList =>
  origin === undefined || !trusted.has(origin)
    ? none
    : [
        'access-control-allow-origin',
        origin,
        'access-control-allow-credentials',
        'true',
        'access-control-expose-headers',
        answerHeaders,
      ];

/** The further headers of an answer to a preflight. */
export const preflightHeaders = (
  origin: string | undefined,
  methods: string,
  trusted: TrustedOrigins,
): HeaderList =>
  trusted.has(origin)
    ? [
        'access-control-allow-methods',
        methods,
        'access-control-allow-headers',
        requestHeaders,
        'access-control-max-age',
        preflightMaxAge,
      ]
    : none;
