import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import { requestIdFrom } from '@patchbay/http/request-id';
import { splitTarget } from '@patchbay/http/request-target';
import type { HeaderPairs } from '@patchbay/http/security-headers';
import { unsampledTraceparent } from '@patchbay/telemetry/trace-context';
import type { TrustedOrigins } from '../operation/trusted-origins.ts';
import { maxBytes } from './body.ts';
import { corsHeaders } from './cors.ts';
import { retryAfterSeconds } from './overload-failure.ts';

/** Node reads and drops the body of a request that was answered before it. Longer ones and those of unknown length are not read. */
const mayDiscardBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxBytes.taken;

export interface RefusalOptions {
  /** Of every answer. */
  readonly headers: HeaderPairs;
  readonly trustedOrigins: TrustedOrigins;
}

export interface Refusal {
  readonly failure: Failure;
  /** Whether the connection is closed in any case. Otherwise only where the body is not read. */
  readonly closes?: boolean;
}

/**
 * Creates the answer to a request that is refused by its headers alone: no route, credential, span or log line. The headers are passed
 * to Node as one list of names and values, which it writes without an object per answer.
 */
export function createEarlyRefusal(
  { headers, trustedOrigins }: RefusalOptions,
  { failure, closes = false }: Refusal,
) {
  const common = [...headers.flat(), 'vary', 'Origin', 'content-type', 'application/problem+json'];
  return (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = requestIdFrom(request.headers['x-request-id']);
    const { path } = splitTarget(request.url ?? '/');
    const problem = toProblem(failure, { instance: path, requestId });
    const body = JSON.stringify(problem);
    response.writeHead(problem.status, [
      ...common,
      ...corsHeaders(request.headers.origin, trustedOrigins),
      ...(!closes && mayDiscardBody(request) ? [] : ['connection', 'close']),
      'x-request-id',
      requestId,
      'traceparent',
      unsampledTraceparent(request.headers['traceparent'] as string | undefined),
      'retry-after',
      String(retryAfterSeconds()),
      'content-length',
      String(Buffer.byteLength(body)),
    ]);
    response.end(body);
  };
}
