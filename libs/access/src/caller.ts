import type { Role } from './role.ts';

/** A person: the one whom a session belongs to, or who created an API key. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** A person with a session. */
export interface UserCaller extends Person {
  readonly type: 'user';
  readonly sessionId: string;
}

/** The levels of API keys. */
export const keyLevels = ['user', 'organization', 'workspace'] as const;

export type KeyLevel = (typeof keyLevels)[number];

/** A program with an API key. */
export interface ApiKeyCaller {
  readonly type: 'api_key';
  readonly keyId: string;
  /** Its first 15 characters. */
  readonly prefix: string;
  readonly level: KeyLevel;
  /** Null at level `user`: the creator's at this moment. */
  readonly role: Role | null;
  readonly organizationId: string;
  /** At level `workspace` alone. */
  readonly workspaceId: string | null;
  readonly creator: Person;
}

/** Somebody whose credential was checked. */
export type Principal = UserCaller | ApiKeyCaller;

/** Who is behind a request, as its credential says. */
export type Caller =
  /** A public operation, or one on which nobody has been authenticated yet. */
  | { readonly type: 'anonymous' }
  | Principal
  /** A service on its own behalf: a worker, a consumer. */
  | { readonly type: 'system' };

/** The person who answers for what the caller does: the user, or the creator of the key. */
export function personOf(principal: Principal): Person {
  const { userId, email, name } = principal.type === 'user' ? principal : principal.creator;
  return { userId, email, name };
}
