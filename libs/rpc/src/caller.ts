import {
  type ContextKey,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
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
  /** Ids of users, where one call of the gateway reads for several of them at once: their requests arrived together. */
  readonly users?: readonly string[];
  readonly requestId: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** A verified call: the caller's context, and the service whose token it came with. */
export interface VerifiedCall extends CallerContext {
  readonly calledBy: ServiceName;
}

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

/** What `callOf` reads: for a handler that has authenticated a caller itself and runs another method for them. */
export const valuesFor = (call: VerifiedCall): CallValues => ({
  values: createContextValues().set(verifiedCallKey, call),
});

const requestIdsKey: ContextKey<readonly string[]> = createContextKey<readonly string[]>([], {
  description: 'the requests that this call serves at once',
});

/**
 * For a handler of a call that serves several requests at once. Their ids are in its message and not in its token: a client may
 * choose an id of 128 characters, and all of them together would be too long for a header.
 */
export const setRequestIds = ({ values }: CallValues, requestIds: readonly string[]): void =>
  void values.set(requestIdsKey, requestIds);

/** The ids of `setRequestIds`, or else the one of the caller token. */
export function requestIdsOf({ values }: CallValues): readonly (string | undefined)[] {
  const requestIds = values.get(requestIdsKey);
  return requestIds.length > 0 ? requestIds : [values.get(verifiedCallKey)?.requestId];
}

/** The calling user, for operations that accept sessions only. */
export function userOf(context: CallValues): UserCaller {
  const { caller } = callOf(context);
  if (caller.type !== 'user') throw internal(`this operation is for users, not for ${caller.type}`);
  return caller;
}

/** The users for whom the gateway reads at once. */
export function usersOf(context: CallValues): readonly string[] {
  const { users } = callOf(context);
  if (users === undefined) throw internal('the caller token names no users');
  return users;
}

/** The calling user or API key, for operations that accept both. */
export function principalOf(context: CallValues): Principal {
  const { caller } = callOf(context);
  if (caller.type === 'user' || caller.type === 'api_key') return caller;
  throw internal(`this operation is for users and API keys, not for ${caller.type}`);
}
