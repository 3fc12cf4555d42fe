import {
  type CallOptions,
  type ContextKey,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';
import type { HeaderRecord } from '../headers.ts';
import { type CallerContext, callOf } from './caller.ts';

/**
 * The caller whom the gateway names in the token of an outgoing call. Without this and `onBehalfOfKey` the service calls
 * on its own behalf, as `system`.
 */
export const callerContextKey: ContextKey<CallerContext | undefined> = createContextKey<
  CallerContext | undefined
>(undefined, { description: 'the caller that an outgoing call speaks for' });

/** The caller's token that a service can pass on to another one; undefined where the call came with none for that service. */
type TokenFor = (audience: ServiceName) => string | undefined;

/** Of an outgoing call: passes on the token of the caller of the incoming one. */
export const onBehalfOfKey: ContextKey<TokenFor | undefined> = createContextKey<TokenFor | undefined>(
  undefined,
  { description: "the caller's token that an outgoing call passes on" },
);

/**
 * Of an incoming call; set together with `verifiedCallKey`. The tokens are not verified here, where nobody has the key for it: the
 * service that they are passed on to verifies them.
 */
export const tokenForKey: ContextKey<TokenFor | undefined> = createContextKey<TokenFor | undefined>(
  undefined,
  { description: 'tokens of the caller that can be passed on' },
);

/** Of an outgoing unary call: gets the headers of its answer, also of one that fails. */
export const answerHeadersKey: ContextKey<((headers: HeaderRecord) => void) | undefined> = createContextKey<
  ((headers: HeaderRecord) => void) | undefined
>(undefined, { description: 'what gets the headers of the answer' });

/** For the gateway, which has authenticated the caller: the caller token of the call carries `context`. */
export const callAs = (context: CallerContext): CallOptions => ({
  contextValues: createContextValues().set(callerContextKey, context),
});

/**
 * Options for a call that a service makes while it serves another one: passes on the caller's token, the time left until the
 * deadline and the abort signal. If the incoming call is `system`, no token is passed on and the outgoing call is `system`
 * too.
 */
export function onBehalfOf(
  context: Pick<HandlerContext, 'values' | 'signal' | 'timeoutMs'>,
): CallOptions & { contextValues: NonNullable<CallOptions['contextValues']>; signal: AbortSignal } {
  const { caller, calledBy } = callOf(context);
  const contextValues = createContextValues();
  if (caller.type !== 'system') {
    // A caller's token says who may pass it on, and that is the service that the gateway called.
    if (calledBy !== 'gateway') throw internal(`a call of ${calledBy} cannot be passed on a second time`);
    const tokenFor = context.values.get(tokenForKey);
    // Without it the call would go out on behalf of the service itself, which may do more than its caller.
    if (tokenFor === undefined) throw internal('a call without tokens of its caller cannot be passed on');
    contextValues.set(onBehalfOfKey, tokenFor);
  }
  const left = context.timeoutMs();
  // At least 1 ms: a timeout of 0 would mean no deadline.
  return {
    contextValues,
    signal: context.signal,
    ...(left !== undefined && { timeoutMs: Math.max(1, left) }),
  };
}
