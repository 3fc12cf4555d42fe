import type { SessionMethod } from '@patchbay/access/caller';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { DomainEvent, Operator } from '@patchbay/trail/domain-event';
import type { User } from './user.ts';

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly method: SessionMethod;
  /** When its person last proved who they are. */
  readonly authenticatedAt: Date;
  /**
   * Whether a passkey has signed for this very session, to open or to confirm it. A device does not inherit it from the session that
   * approved it: whoever talks somebody into approving a device must not register a passkey that lasts.
   */
  readonly provenByPasskey: boolean;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** A session expires this long after its last use. */
const idleMs = 7 * dayMs;
/** A session expires at the latest this long after it was opened. */
const absoluteMs = lifetimes.sessionDays * dayMs;

export interface SessionStart {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly proof: Proof;
  readonly provenByPasskey: boolean;
}

export const openSession = ({ now, proof, ...rest }: SessionStart): Session => ({
  ...rest,
  ...proof,
  createdAt: now,
  lastSeenAt: now,
  expiresAt: new Date(now.getTime() + idleMs),
});

/** The session with a later expiry after its use at `now`; undefined within an hour of the last change, to save writes. */
export function slide(session: Session, now: Date): Session | undefined {
  if (now.getTime() - session.lastSeenAt.getTime() < hourMs) return undefined;
  const end = Math.min(now.getTime() + idleMs, session.createdAt.getTime() + absoluteMs);
  return { ...session, lastSeenAt: now, expiresAt: new Date(end) };
}

export type SignInMethod = 'magic-link' | 'google' | 'microsoft' | 'device' | 'passkey';

/** How, and when, the person of a session proved who they are. */
export type Proof = Pick<Session, 'method' | 'authenticatedAt'>;

/** The proof of a sign-in at `now`. A device proves nothing itself: it inherits the proof of the session that approved it. */
export const proofOf = (method: Exclude<SignInMethod, 'device'>, now: Date): Proof => ({
  method: method === 'magic-link' ? 'link' : method,
  authenticatedAt: now,
});

export const signedIn = (user: User, session: Session, method: SignInMethod): DomainEvent => ({
  action: 'user.signed_in',
  about: { userId: user.id },
  target: { type: 'user', id: user.id, name: user.name },
  metadata: { sessionId: session.id, method },
  actor: { type: 'user', id: user.id, email: user.email, name: user.name },
});

export const signedOut = (user: { id: string; name: string }, sessionId: string): DomainEvent => ({
  action: 'user.signed_out',
  about: { userId: user.id },
  target: { type: 'user', id: user.id, name: user.name },
  metadata: { sessionId },
});

/**
 * The target's name is the user agent, by which people recognize a session. `metadata` is set where the service or an
 * operator revoked the session, and not its person.
 */
export const sessionRevoked = (
  { id, userId, userAgent }: Session,
  metadata?:
    | { readonly reason: 'wrong_user_codes' | 'signed_in_again' | 'too_many_sessions' }
    | { readonly reason: 'operator'; readonly email: string; readonly operator: Operator },
): DomainEvent => ({
  action: 'session.revoked',
  about: { userId },
  target: { type: 'session', id, name: userAgent ?? '' },
  ...(metadata && { metadata }),
});

/**
 * A sign-in has ended an earlier session: that of the same browser, or the oldest of a person who has too many. The actor is the
 * person of the ended session, whose cookie the request carried: the trail of their organizations must not name who has signed in
 * instead, who may be of other organizations.
 */
export const sessionEnded = (
  session: Session,
  { id, email, name }: User,
  reason: 'signed_in_again' | 'too_many_sessions',
): DomainEvent => ({
  ...sessionRevoked(session, { reason }),
  actor: { type: 'user', id, email, name },
});
