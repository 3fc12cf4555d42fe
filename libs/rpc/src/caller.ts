import { type ContextKey, createContextKey, type HandlerContext } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Caller, Principal, UserCaller } from '@patchbay/access/caller';
import { internal } from '@patchbay/errors/failure';
import type { ServiceName } from '@patchbay/platform/services';

/** Everything a caller token says: the services know of a request what the gateway knew, and nothing from its body. */
export interface CallerContext {
  readonly caller: Caller;
  /** Of operations with a rule that the organization service does not own: what the path names, as the caller sees it. */
  readonly access?: Access;
  readonly requestId: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** A checked call: the caller's context, and the service whose token it came with. */
export interface VerifiedCall extends CallerContext {
  readonly calledBy: ServiceName;
}

export const verifiedCallKey: ContextKey<VerifiedCall | undefined> = createContextKey<
  VerifiedCall | undefined
>(undefined, {
  description: 'the verified caller token of this call',
});

/** What a handler is asked through: the values of its call. */
export type CallValues = Pick<HandlerContext, 'values'>;

/** The call's verified token. Every handler runs behind the check, so a missing one is a bug. */
export function callOf(context: CallValues): VerifiedCall {
  const call = context.values.get(verifiedCallKey);
  if (call === undefined) throw internal('a handler ran without a verified caller token');
  return call;
}

/** The user that calls; sessions are the only credential that an operation using this accepts. */
export function userOf(context: CallValues): UserCaller {
  const { caller } = callOf(context);
  if (caller.type !== 'user') throw internal(`this operation is for users, not for ${caller.type}`);
  return caller;
}

/** The session's user or the API key that calls; for operations that accept both. */
export function principalOf(context: CallValues): Principal {
  const { caller } = callOf(context);
  if (caller.type === 'user' || caller.type === 'api_key') return caller;
  throw internal(`this operation is for users and API keys, not for ${caller.type}`);
}

/** Refuses a call that another service than the named one makes: the gateway has no business with this method. */
export function onlyFor(context: CallValues, service: ServiceName): void {
  const { calledBy } = callOf(context);
  if (calledBy !== service) throw internal(`this method is for ${service}, not for ${calledBy}`);
}
