import { ConnectError, type Interceptor } from '@connectrpc/connect';
import { codeToString } from '@connectrpc/connect/protocol-connect';
import type { ServiceName } from '@patchbay/platform/services';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { attributes as names } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { verifiedCallKey } from '../caller.ts';
import type { TokenGate } from '../token-gate.ts';
import { callingServiceCheck } from './calling-service-check.ts';
import { errorMapping } from './error-mapping.ts';
import { isFault } from './faults.ts';
import { traceparentHeader } from './header-names.ts';
import { namesOf } from './method-names.ts';
import type { ServeCall, ServedCall } from './served-call.ts';
import { observeCall } from './server-metrics.ts';

export interface ServeCallOptions {
  readonly service: ServiceName;
  readonly gate: TokenGate;
  readonly logger: Logger;
}

/**
 * What every call goes through, from the outside in: a span that continues the caller's trace, the duration, the caller token,
 * the calling service, the mapping of errors, and the signal for the code that serves the call. One function and not an
 * interceptor each: the closures, request objects and promises of six interceptors cost more than a small handler.
 */
export function createServeCall({ service, gate, logger }: ServeCallOptions): ServeCall {
  const tracer = tracerOf(service);
  const checkCallingService = callingServiceCheck(logger);
  const mapError = errorMapping(logger);

  const handled = async <T>(call: ServedCall, handle: () => Promise<T>): Promise<T> => {
    // Calls from the network have passed the gate before their body was read; those within a process pass it here.
    if (call.values.get(verifiedCallKey) === undefined) {
      gate({ method: call.method, values: call.values, header: (name) => call.header(name) });
    }
    checkCallingService(call);
    try {
      return await withCallSignal(call, handle);
    } catch (thrown) {
      throw mapError(thrown, call);
    }
  };

  return async <T>(call: ServedCall, handle: () => Promise<T>): Promise<T> => {
    const { span: name, attributes } = namesOf(call.method);
    const parent = contextFromTraceparent(call.header(traceparentHeader));
    let refusal: ConnectError | undefined;
    const result = await inSpan(tracer, name, { kind: SpanKind.SERVER, attributes, parent }, async (span) => {
      const startedAt = performance.now();
      try {
        const output = await handled(call, handle);
        observeCall(call.method, startedAt, undefined);
        return output;
      } catch (thrown) {
        const error = ConnectError.from(thrown);
        observeCall(call.method, startedAt, error.code);
        span.setAttribute(names.failureCode, codeToString(error.code));
        if (isFault(error)) throw error;
        // Thrown outside of the span, which is not marked as failed then.
        refusal = error;
        return undefined;
      }
    });
    if (refusal !== undefined) throw refusal;
    return result as T;
  };
}

/** For Connect's own handlers. */
export const asInterceptor =
  (serve: ServeCall): Interceptor =>
  (next) =>
  (request) =>
    serve(
      {
        method: request.method,
        values: request.contextValues,
        signal: request.signal,
        header: (name) => request.header.get(name) ?? undefined,
      },
      () => next(request),
    );
