import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { callerContextKey, onBehalfOfKey } from '../call-context.ts';
import type { TokenMinter } from '../caller-token.ts';
import { passesOnTo } from '../passes-on-to.ts';
import { authorizationHeader, onBehalfOfHeader, passOnHeaderTo, traceparentHeader } from './header-names.ts';
import { namesOf } from './method-names.ts';

export interface ClientCallOptions {
  readonly from: ServiceName;
  readonly to: ServiceName;
  readonly minter: TokenMinter;
}

/** Returns the error of a canceled call instead of throwing it, so that its span is not marked as failed. */
const returnCanceled = (call: ReturnType<ReturnType<Interceptor>>) =>
  call.catch((thrown: unknown) => {
    if (thrown instanceof ConnectError && thrown.code === Code.Canceled) return thrown;
    throw thrown;
  });

/**
 * Adds to an outgoing call: a client span, the `traceparent` header, the caller token and, if there is one, the token of the
 * caller that is passed on.
 */
export function clientCall({ from, to, minter }: ClientCallOptions): Interceptor {
  const tracer = tracerOf(from);
  return (next) => async (request) => {
    const { name, span, attributes } = namesOf(request.method);
    const outcome = await inSpan(tracer, span, { kind: SpanKind.CLIENT, attributes }, async () => {
      const { header, contextValues } = request;
      const caller = contextValues.get(callerContextKey);
      const tokenFor = contextValues.get(onBehalfOfKey);
      const onBehalfOf = tokenFor?.(to);
      if (tokenFor !== undefined && onBehalfOf === undefined)
        throw internal(`the caller's token was not made for ${to}`);
      header.set(authorizationHeader, `Bearer ${minter.mint(to, name, caller, onBehalfOf)}`);
      if (onBehalfOf !== undefined) header.set(onBehalfOfHeader, onBehalfOf);
      if (caller !== undefined) {
        for (const audience of passesOnTo(request.method)) {
          header.set(passOnHeaderTo(audience), minter.mintFor(to, audience, caller));
        }
      }
      const traceparent = currentTraceparent();
      if (traceparent !== undefined) header.set(traceparentHeader, traceparent);
      return returnCanceled(next(request));
    });
    if (outcome instanceof ConnectError) throw outcome;
    return outcome;
  };
}
