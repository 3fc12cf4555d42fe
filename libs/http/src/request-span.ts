import type { IncomingMessage } from 'node:http';
import type { Span, Tracer } from '@opentelemetry/api';
import { attributes } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';

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
    },
    serve,
  );
