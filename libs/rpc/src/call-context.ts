import {
  type CallOptions,
  type ContextKey,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import { type CallerContext, callOf } from './caller.ts';

/** What an outgoing call says about its caller; without either value it is the service's own. */
export const callerContextKey: ContextKey<CallerContext | undefined> = createContextKey<
  CallerContext | undefined
>(undefined, { description: 'the caller that an outgoing call speaks for' });
export const onBehalfOfKey: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined, {
  description: "the caller's token that an outgoing call passes on",
});

/** The bearer that a verified call came with; set beside the verified call. */
export const bearerKey: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined, {
  description: 'the bearer of this call',
});

/** For the gateway, which knows who is calling: the context is signed into the token. */
export const callAs = (context: CallerContext): CallOptions => ({
  contextValues: createContextValues().set(callerContextKey, context),
});

/**
 * For a service that asks another one while it serves a call: the same caller, what is left of the time, and the same
 * cancellation. A call of a service on its own behalf is passed on as that.
 */
export function onBehalfOf(
  context: Pick<HandlerContext, 'values' | 'signal' | 'timeoutMs'>,
): CallOptions & { contextValues: NonNullable<CallOptions['contextValues']>; signal: AbortSignal } {
  const { caller, calledBy } = callOf(context);
  const contextValues = createContextValues();
  if (caller.type !== 'system') {
    // The caller's token names one audience, so that it can be passed on once and not further.
    if (calledBy !== 'gateway') throw internal(`a call of ${calledBy} cannot be passed on a second time`);
    contextValues.set(onBehalfOfKey, context.values.get(bearerKey));
  }
  const left = context.timeoutMs();
  // Nothing left is still a deadline: zero would mean none.
  return {
    contextValues,
    signal: context.signal,
    ...(left !== undefined && { timeoutMs: Math.max(1, left) }),
  };
}
