import { type ContextKey, createContextKey, type HandlerContext } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Caller, Principal, UserCaller } from '@patchbay/access/caller';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';

/**
 * The context in a caller token: what the gateway knows about a request. Services take the caller from here, never from a
 * request message.
 */
export interface CallerContext {
  readonly caller: Caller;
  /**
   * The organization and workspace that the path names, with the caller's roles. Set for operations that declare a rule,
   * except those of the organization service, which resolves access itself.
   */
  readonly access?: Access;
  readonly requestId: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** A verified call: the caller's context, and the service whose token it came with. */
export interface VerifiedCall extends CallerContext {
  readonly calledBy: ServiceName;
}

/** Of an incoming call; set by the token gate. */
export const verifiedCallKey: ContextKey<VerifiedCall | undefined> = createContextKey<
  VerifiedCall | undefined
>(undefined, {
  description: 'the verified caller token of this call',
});

/** The part of a handler context that the functions below read. */
export type CallValues = Pick<HandlerContext, 'values'>;

/** The verified caller token of the call. The token check runs before every handler, so a missing one is a bug. */
export function callOf(context: CallValues): VerifiedCall {
  const call = context.values.get(verifiedCallKey);
  if (call === undefined) throw internal('a handler ran without a verified caller token');
  return call;
}

/** The calling user, for operations that accept sessions only. */
export function userOf(context: CallValues): UserCaller {
  const { caller } = callOf(context);
  if (caller.type !== 'user') throw internal(`this operation is for users, not for ${caller.type}`);
  return caller;
}

/** The calling user or API key, for operations that accept both. */
export function principalOf(context: CallValues): Principal {
  const { caller } = callOf(context);
  if (caller.type === 'user' || caller.type === 'api_key') return caller;
  throw internal(`this operation is for users and API keys, not for ${caller.type}`);
}
