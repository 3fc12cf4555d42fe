import type { Role } from './role.ts';

/** The owner of a session, or the creator of an API key. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** How the person of a session has signed in. */
export const sessionMethods = ['link', 'google', 'microsoft', 'device', 'passkey'] as const;

export type SessionMethod = (typeof sessionMethods)[number];

/** A person with a session. */
export interface UserCaller extends Person {
  readonly type: 'user';
  readonly sessionId: string;
  /** Unset: the gateway is of a version that does not send it. */
  readonly method?: SessionMethod;
}

/** The levels of API keys. */
export const keyLevels = ['user', 'organization', 'workspace'] as const;

export type KeyLevel = (typeof keyLevels)[number];

/** A program with an API key. */
export interface ApiKeyCaller {
  readonly type: 'api_key';
  readonly keyId: string;
  /** The id of the first key of its rotations: the same for a key and its replacements. */
  readonly lineId: string;
  /** Its first 15 characters. */
  readonly prefix: string;
  readonly level: KeyLevel;
  /** Null at level `user`: such a key has the current role of its creator. */
  readonly role: Role | null;
  readonly organizationId: string;
  /** Null except at level `workspace`. */
  readonly workspaceId: string | null;
  readonly creator: Person;
}

/** A caller whose credential was verified. */
export type Principal = UserCaller | ApiKeyCaller;

/** An API key that the gateway has not looked up: organization reads it within the call, and answers who it is. */
export interface UnreadKey {
  readonly type: 'unread_key';
  /** Of the whole key, in base64url. */
  readonly digest: string;
}

/** The caller of a request, by its credential. */
export type Caller =
  /** The operation is public, or the caller is not authenticated yet. */
  | { readonly type: 'anonymous' }
  | Principal
  /** Only in reads that organization owns. */
  | UnreadKey
  /** A service on its own behalf, such as a worker or a consumer. */
  | { readonly type: 'system' };

/** The person who is responsible for the caller's actions: the user, or the creator of the key. */
export function personOf(principal: Principal): Person {
  const { userId, email, name } = principal.type === 'user' ? principal : principal.creator;
  return { userId, email, name };
}
