import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError, type ContextValues, type Interceptor } from '@connectrpc/connect';
import { codeToString } from '@connectrpc/connect/protocol-connect';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { attributes as names } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, observe, startAtZero } from '@patchbay/telemetry/metrics';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { callOf, verifiedCallKey } from '../caller/caller.ts';
import { peerAddressKey, type TokenGate } from '../caller/token-gate.ts';
import { traceparentHeader } from '../headers.ts';
import { callableBy, namesOf } from '../method.ts';
import { CallDeadline } from './call-deadline.ts';
import { isFault, mapHandlerError } from './handler-errors.ts';

/** A call that is being served. */
export interface ServedCall {
  readonly method: DescMethod;
  readonly values: ContextValues;
  readonly signal: AbortSignal;
  /** Streams have none: `RunningStream` limits the time between their messages. */
  readonly deadline?: CallDeadline | undefined;
  /** A request header; `name` is in lower case. */
  header(name: string): string | undefined;
}

/** Runs `handle` with what surrounds every served call; settles as it does, or rejects with a ConnectError. */
export type ServeCall = <T>(call: ServedCall, handle: () => Promise<T>) => Promise<T>;

export interface ServeCallOptions {
  readonly service: ServiceName;
  readonly gate: TokenGate;
  readonly logger: Logger;
}

/**
 * Rejects calls of services that the contract of the method does not name (`callable_by`). The error has no `Failure`
 * detail: the calling service is at fault, so the API's client gets a 500 and not a 403. Logged as an error: such a call is a
 * bug of the calling service, or somebody else has its key.
 */
function checkCallingService({ method, values }: ServedCall, logger: Logger): void {
  const { calledBy } = callOf({ values });
  if (callableBy(method).has(calledBy)) return;
  const { name } = namesOf(method);
  logger.error(
    { method: name, calledBy, address: values.get(peerAddressKey) },
    'call refused: the method is not for this service',
  );
  count('rpcRefused', 1, { reason: 'caller', [names.callingService]: calledBy });
  throw new ConnectError(`${method.name} is not for ${calledBy}`, Code.PermissionDenied);
}

/**
 * What every call goes through, from the outside in: a span that continues the caller's trace, the duration, the caller token,
 * the calling service, the mapping of errors, the signal for the code that serves the call, and the deadline.
 */
export function createServeCall({ service, gate, logger }: ServeCallOptions): ServeCall {
  startAtZero('rpcRefused', { reason: ['caller'], [names.callingService]: serviceNames });
  const tracer = tracerOf(service);

  const handled = async <T>(call: ServedCall, handle: () => Promise<T>): Promise<T> => {
    // Calls from the network have passed the gate before their body was read; those within a process pass it here.
    if (call.values.get(verifiedCallKey) === undefined) {
      gate({ method: call.method, values: call.values, header: (name) => call.header(name) });
    }
    checkCallingService(call, logger);
    const work = (): Promise<T> => withCallSignal(call, handle);
    try {
      return await (call.deadline === undefined ? work() : call.deadline.run(work));
    } catch (thrown) {
      throw mapHandlerError(logger, thrown, call);
    }
  };

  return async <T>(call: ServedCall, handle: () => Promise<T>): Promise<T> => {
    const { span: name, attributes } = namesOf(call.method);
    const parent = contextFromTraceparent(call.header(traceparentHeader));
    const startedAt = performance.now();
    const observeEnd = (failureCode: string): void =>
      observe('rpcServerDuration', (performance.now() - startedAt) / 1000, {
        ...attributes,
        [names.failureCode]: failureCode,
      });
    let refusal: ConnectError | undefined;
    const result = await inSpan(tracer, name, { kind: SpanKind.SERVER, attributes, parent }, async (span) => {
      try {
        const output = await handled(call, handle);
        observeEnd('ok');
        return output;
      } catch (thrown) {
        const error = ConnectError.from(thrown);
        const failureCode = codeToString(error.code);
        observeEnd(failureCode);
        span.setAttribute(names.failureCode, failureCode);
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

/** For Connect's own handlers. `maxTimeoutMs` applies to unary calls; Connect itself aborts at the timeout that the client names. */
export const serveInterceptor =
  (serve: ServeCall, maxTimeoutMs: number, clock: Clock = systemClock): Interceptor =>
  (next) =>
  async (request) => {
    const { method, contextValues: values, signal } = request;
    const header = (name: string): string | undefined => request.header.get(name) ?? undefined;
    if (request.stream) return serve({ method, values, signal, header }, () => next(request));
    const deadline = new CallDeadline(maxTimeoutMs, clock);
    const abort = (): void => deadline.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await serve({ method, values, signal: deadline.signal, deadline, header }, () =>
        next({ ...request, signal: deadline.signal }),
      );
    } finally {
      signal.removeEventListener('abort', abort);
      deadline.end();
    }
  };
