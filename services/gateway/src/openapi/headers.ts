import { exampleWorld } from '../schemas/example-world.ts';
import type { Json } from './schemas.ts';

interface Header {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  readonly schema: Json;
  readonly example?: string | number;
}

const text = { type: 'string' };

/** Every header of an answer that more than one operation has, by the name of its component. */
const headers = {
  RequestId: {
    name: 'X-Request-Id',
    description:
      'Names the request in logs, traces and the audit trail. One that the request carries (1 to 128 characters `A-Z a-z 0-9 . _ -`) is kept.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9._-]+$' },
    example: exampleWorld.requestId,
  },
  Traceparent: {
    name: 'Traceparent',
    description:
      'The trace of the request (W3C Trace Context). A valid one that the request carries is continued.',
    schema: text,
    example: `00-${exampleWorld.traceId}-00f067aa0ba902b7-01`,
  },
  RateLimitPolicy: {
    name: 'RateLimit-Policy',
    description:
      'The limits that counted the request: `q` requests in `w` seconds (IETF draft on RateLimit header fields).',
    schema: text,
    example: '"requestPerCaller";q=1200;w=60',
  },
  RateLimit: {
    name: 'RateLimit',
    description: 'What is left of each limit: `r` requests, until the window ends in `t` seconds.',
    schema: text,
    example: '"requestPerCaller";r=1199;t=60',
  },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds to wait before the request is sent again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  WwwAuthenticate: {
    name: 'WWW-Authenticate',
    description: 'How to authenticate (RFC 9110).',
    required: true,
    schema: text,
    example: 'Bearer realm="patchbay"',
  },
  Deprecation: {
    name: 'Deprecation',
    description:
      'Where the API key of the request was rotated and still works: `@` and the Unix time of the rotation (RFC 9745).',
    schema: text,
    example: '@1795167000',
  },
  Sunset: {
    name: 'Sunset',
    description:
      'Where the API key of the request was rotated and still works: when it ends, as an HTTP date (RFC 8594).',
    schema: text,
    example: 'Sat, 21 Nov 2026 09:30:00 GMT',
  },
  IdempotencyReplayed: {
    name: 'Idempotency-Replayed',
    description: '`true` where this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  Location: {
    name: 'Location',
    description: 'Where the browser goes next.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  ETag: {
    name: 'ETag',
    description: 'Names this version of the answer, for `If-None-Match`.',
    required: true,
    schema: text,
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof headers;

/** `components.headers` of the document. */
export const headerComponents: Json = Object.fromEntries(
  Object.entries(headers).map(([component, { name: _name, ...header }]) => [component, header]),
);

/** On every answer. */
export const always: readonly HeaderName[] = ['RequestId', 'Traceparent'];
/** On answers to requests that a limit has counted. */
export const whereLimited: readonly HeaderName[] = ['RateLimitPolicy', 'RateLimit'];
/** On answers to an API key that was rotated and still works. */
export const whereKeysAreAccepted: readonly HeaderName[] = ['Deprecation', 'Sunset'];

/** References to these components, by the names of the headers. */
export const headerReferences = (components: readonly HeaderName[]): Json =>
  Object.fromEntries(
    components.map((component) => [headers[component].name, { $ref: `#/components/headers/${component}` }]),
  );

/** Headers that one operation describes itself. */
export const describedHeaders = (described: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(described).map(([name, description]) => [name, { description, schema: text }]),
  );
