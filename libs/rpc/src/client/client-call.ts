import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError, type ContextValues, type Interceptor } from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { callerContextKey, onBehalfOfKey } from '../caller/call-options.ts';
import type { CallerContext } from '../caller/caller.ts';
import type { PassOnTokens, TokenMinter } from '../caller/caller-token.ts';
import { authorizationHeader, onBehalfOfHeader, passOnHeaderTo, traceparentHeader } from '../headers.ts';
import { namesOf, passesOnTo } from '../method.ts';

interface CallToSend {
  readonly method: DescMethod;
  readonly values: ContextValues | undefined;
  readonly setHeader: (name: string, value: string) => void;
}

/** Runs `send` with what surrounds an outgoing call; settles as `send` does. */
export type ClientCall = <T>(call: CallToSend, send: () => Promise<T>) => Promise<T>;

export interface ClientCallOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  readonly minter: TokenMinter;
}

/**
 * Adds to an outgoing call: a client span, the `traceparent` header, the caller token and, if there is one, the token of the
 * caller that is passed on.
 */
export function createClientCall({ from, to, minter }: ClientCallOptions): ClientCall {
  const tracer = tracerOf(from);
  const passOnTokens = (method: DescMethod, caller: CallerContext | undefined): PassOnTokens =>
    new Map(
      caller === undefined
        ? []
        : passesOnTo(method).map((audience) => [audience, minter.mintFor(to, audience, caller)]),
    );
  const addHeaders = ({ method, values, setHeader }: CallToSend): void => {
    const caller = values?.get(callerContextKey);
    const tokenFor = values?.get(onBehalfOfKey);
    const onBehalfOf = tokenFor?.(to);
    if (tokenFor !== undefined && onBehalfOf === undefined)
      throw internal(`the caller's token was not made for ${to}`);
    const passOn = passOnTokens(method, caller);
    const token = minter.mint(to, namesOf(method).name, caller, onBehalfOf, passOn);
    setHeader(authorizationHeader, `Bearer ${token}`);
    if (onBehalfOf !== undefined) setHeader(onBehalfOfHeader, onBehalfOf);
    for (const [audience, each] of passOn) setHeader(passOnHeaderTo(audience), each);
    const traceparent = currentTraceparent();
    if (traceparent !== undefined) setHeader(traceparentHeader, traceparent);
  };

  return async <T>(call: CallToSend, send: () => Promise<T>): Promise<T> => {
    const { span, attributes } = namesOf(call.method);
    let canceled: ConnectError | undefined;
    const result = await inSpan(tracer, span, { kind: SpanKind.CLIENT, attributes }, async () => {
      addHeaders(call);
      try {
        return await send();
      } catch (thrown) {
        const isCanceled = thrown instanceof ConnectError && thrown.code === Code.Canceled;
        if (!isCanceled) throw thrown;
        // Thrown outside of the span, which is not marked as failed then.
        canceled = thrown;
        return undefined;
      }
    });
    if (canceled !== undefined) throw canceled;
    return result as T;
  };
}

/** For streams, which Connect's own client sends. */
export const clientInterceptor =
  (clientCall: ClientCall): Interceptor =>
  (next) =>
  (request) =>
    clientCall(
      {
        method: request.method,
        values: request.contextValues,
        setHeader: (name, value) => request.header.set(name, value),
      },
      () => next(request),
    );
