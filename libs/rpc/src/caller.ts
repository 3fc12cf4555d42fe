import { type ContextKey, createContextKey, type HandlerContext } from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';

export type ServiceName = 'gateway' | 'identity' | 'organization' | 'integration' | 'audit';

/** Who is behind a request, as its credential says. */
export type Caller =
  /** A public operation, or one on which nobody has been authenticated yet. */
  | { readonly type: 'anonymous' }
  | {
      readonly type: 'user';
      readonly userId: string;
      readonly sessionId: string;
      readonly email: string;
      readonly name: string;
    }
  | {
      readonly type: 'api_key';
      readonly keyId: string;
      /** Its first 15 characters. */
      readonly prefix: string;
      readonly level: 'user' | 'organization' | 'workspace';
      /** Null at level `user`: the creator's at this moment. */
      readonly role: Role | null;
      readonly organizationId: string;
      /** At level `workspace` alone. */
      readonly workspaceId: string | null;
      readonly creator: { readonly userId: string; readonly email: string; readonly name: string };
    }
  /** A service on its own behalf: a worker, a consumer. */
  | { readonly type: 'system' };

/** Somebody whose credential was checked: a person with a session, or an API key. */
export type Principal = Extract<Caller, { type: 'user' | 'api_key' }>;

export type Role = 'admin' | 'member' | 'viewer' | 'guest';

/** What the caller may do under the organization that the path names, as organization resolved it for this request. */
export interface Access {
  readonly organizationId: string;
  readonly organizationRole: Role;
  /** Where the path names a workspace. */
  readonly workspaceId?: string;
  /** The effective one. */
  readonly workspaceRole?: Exclude<Role, 'guest'>;
}

/** Everything a caller token says: the services know of a request what the gateway knew, and nothing from its body. */
export interface CallerContext {
  readonly caller: Caller;
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

/** The call's verified token. Every handler runs behind the check, so a missing one is a bug. */
export function callOf(context: Pick<HandlerContext, 'values'>): VerifiedCall {
  const call = context.values.get(verifiedCallKey);
  if (call === undefined) throw internal('a handler ran without a verified caller token');
  return call;
}

/** The user that calls; sessions are the only credential that an operation using this accepts. */
export function userOf(context: Pick<HandlerContext, 'values'>): Extract<Caller, { type: 'user' }> {
  const { caller } = callOf(context);
  if (caller.type !== 'user') throw internal(`this operation is for users, not for ${caller.type}`);
  return caller;
}

/** The session's user or the API key that calls; for operations that accept both. */
export function principalOf(context: Pick<HandlerContext, 'values'>): Principal {
  const { caller } = callOf(context);
  if (caller.type === 'user' || caller.type === 'api_key') return caller;
  throw internal(`this operation is for users and API keys, not for ${caller.type}`);
}

/** The person who answers for what the caller does: the user, or the creator of the key. */
export function personOf(principal: Principal): { userId: string; email: string; name: string } {
  const { userId, email, name } = principal.type === 'user' ? principal : principal.creator;
  return { userId, email, name };
}

/** Refuses a call that another service than the named one makes: the gateway has no business with this method. */
export function onlyFor(context: Pick<HandlerContext, 'values'>, service: ServiceName): void {
  const { calledBy } = callOf(context);
  if (calledBy !== service) throw internal(`this method is for ${service}, not for ${calledBy}`);
}
