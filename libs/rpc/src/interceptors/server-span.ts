import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { codeToString } from '@connectrpc/connect/protocol-connect';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { attributes as names } from '@patchbay/telemetry/attributes';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { traceparentHeader } from './header-names.ts';
import { namesOf } from './method-names.ts';
import { requestHeader } from './request-header.ts';

/** Codes that mark the span of a call as failed; with any other code the call was refused deliberately or canceled. */
const faults: ReadonlySet<Code> = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

/**
 * An invalid caller token, or a method that is not for the calling service: the fault of that service. A refused credential or
 * role has the detail of a Failure.
 */
const isCallingServiceFault = (error: ConnectError): boolean =>
  (error.code === Code.Unauthenticated || error.code === Code.PermissionDenied) &&
  error.findDetails(FailureSchema).length === 0;

/** One span per call, continuing the caller's trace. */
export function serverSpan(service: ServiceName): Interceptor {
  const tracer = tracerOf(service);
  return (next) => async (request) => {
    const { span: name, attributes } = namesOf(request.method);
    const parent = contextFromTraceparent(requestHeader(request, traceparentHeader));
    const outcome = await inSpan(
      tracer,
      name,
      { kind: SpanKind.SERVER, attributes, parent },
      async (span) => {
        try {
          return await next(request);
        } catch (thrown) {
          const error = ConnectError.from(thrown);
          span.setAttribute(names.failureCode, codeToString(error.code));
          if (faults.has(error.code) || isCallingServiceFault(error)) throw error;
          return error;
        }
      },
    );
    if (outcome instanceof ConnectError) throw outcome;
    return outcome;
  };
}
