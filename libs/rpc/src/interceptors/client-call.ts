import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError, type ContextValues, type Interceptor } from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { callerContextKey, onBehalfOfKey } from '../call-context.ts';
import type { CallerContext } from '../caller.ts';
import { nothingToPassOn, type PassOnTokens, type TokenMinter } from '../caller-token.ts';
import { passesOnTo } from '../passes-on-to.ts';
import { authorizationHeader, onBehalfOfHeader, passOnHeaderTo, traceparentHeader } from './header-names.ts';
import { namesOf } from './method-names.ts';

interface CallToSend {
  readonly method: DescMethod;
  readonly values: ContextValues | undefined;
  readonly setHeader: (name: string, value: string) => void;
}

/** Runs `send` with what surrounds an outgoing call; settles as `send` does. */
export type OutgoingCall = <T>(call: CallToSend, send: () => Promise<T>) => Promise<T>;

export interface ClientCallOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  readonly minter: TokenMinter;
}

/**
 * Adds to an outgoing call: a client span, the `traceparent` header, the caller token and, if there is one, the token of the
 * caller that is passed on.
 */
export function clientCall({ from, to, minter }: ClientCallOptions): OutgoingCall {
  const tracer = tracerOf(from);
  const passOnTokensFor = (method: DescMethod, caller: CallerContext | undefined): PassOnTokens => {
    if (caller === undefined) return nothingToPassOn;
    const audiences = passesOnTo(method);
    if (audiences.length === 0) return nothingToPassOn;
    return new Map(audiences.map((audience) => [audience, minter.mintFor(to, audience, caller)]));
  };
  const addHeaders = ({ method, values, setHeader }: CallToSend): void => {
    const caller = values?.get(callerContextKey);
    const tokenFor = values?.get(onBehalfOfKey);
    const onBehalfOf = tokenFor?.(to);
    if (tokenFor !== undefined && onBehalfOf === undefined)
      throw internal(`the caller's token was not made for ${to}`);
    const passOn = passOnTokensFor(method, caller);
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
export const asInterceptor =
  (outgoing: OutgoingCall): Interceptor =>
  (next) =>
  (request) =>
    outgoing(
      {
        method: request.method,
        values: request.contextValues,
        setHeader: (name, value) => request.header.set(name, value),
      },
      () => next(request),
    );
