import type { IncomingMessage } from 'node:http';
import type { Span, Tracer } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { v7 as uuidv7 } from 'uuid';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** Keeps an incoming request id that is safe in log lines, so that callers can find their requests; replaces any other. */
export const requestIdFrom = (incoming: string | string[] | undefined): string =>
  typeof incoming === 'string' && acceptable.test(incoming) ? incoming : uuidv7();

/** Proxies may send the absolute form, a whole URL, as the request target (RFC 9112): its origin is removed. */
const origin = /^https?:\/\/[^/?#]*/i;

/** The path of a request target, still percent-encoded, and its query without the `?`. */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const local = target.startsWith('/') ? target : target.replace(origin, '');
  const mark = local.indexOf('?');
  return mark === -1
    ? { path: local, search: '' }
    : { path: local.slice(0, mark), search: local.slice(mark + 1) };
}

export interface RequestNames {
  /** As declared, with the names of parameters instead of their values, which may be tokens; `none` for an unknown path. */
  readonly route: string;
  /** `none` where there is none. */
  readonly operation: string;
  readonly requestId: string;
}

/** Serves a request inside of its span, which continues the trace of the client. Path, query and headers are not in the span. */
export const inRequestSpan = (
  tracer: Tracer,
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { route, operation, requestId }: RequestNames,
  serve: (span: Span) => Promise<void>,
): Promise<void> =>
  inSpan(
    tracer,
    operation === 'none'
      ? spanTable.requestWithoutOperation.name(method, route)
      : spanTable.request.name(operation),
    {
      kind: SpanKind.SERVER,
      attributes: {
        [attributes.httpMethod]: method,
        [attributes.httpRoute]: route,
        [attributes.operation]: operation,
        [attributes.requestId]: requestId,
      },
      parent: contextFromTraceparent(headers['traceparent'] as string | undefined),
      hasOwnId: true,
    },
    serve,
  );
