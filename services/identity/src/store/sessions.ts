import type { Queryable } from '@patchbay/database/queryable';
import type { Session } from '../domain/session.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

const byDigests = {
  name: 'sessions by digest',
  // The array by a subselect, which hides how long it is: Postgres would otherwise plan anew at every call, because a plan
  // for the few tokens of this one looks cheaper than one for any number, and planning costs more than the read.
  text: `select s.token_digest as "tokenDigest", s.id, s.user_id as "userId",
                s.created_at as "createdAt", s.expires_at as "expiresAt",
                s.last_seen_at as "lastSeenAt", s.ip_address as "ipAddress", s.user_agent as "userAgent",
                u.email, u.name, u.email_verified as "emailVerified", u.image
         from sessions s join users u on u.id = s.user_id
         where s.token_digest = any((select $1::bytea[])::bytea[]) and s.expires_at > now()`,
};

type Row = Session & Omit<User, 'id'> & { readonly tokenDigest: Buffer };

export interface LiveSession {
  readonly session: Session;
  readonly user: User;
}

/**
 * For each token, in their order, its session and whose it is; undefined where none lives. One indexed read: every
 * authenticated request passes here.
 */
export async function findSessions(
  db: Queryable,
  tokenDigests: readonly Digest[],
): Promise<(LiveSession | undefined)[]> {
  const digests = tokenDigests.map((digest) => Buffer.from(digest));
  const rows = await db.query<Row>(byDigests, [digests]);
  // A buffer is no key: two of the same bytes are different ones. Each byte is a character of latin1.
  const live = new Map(
    rows.map(({ tokenDigest, email, name, emailVerified, image, ...session }) => [
      tokenDigest.toString('latin1'),
      { session, user: { id: session.userId, email, name, emailVerified, image } },
    ]),
  );
  return digests.map((digest) => live.get(digest.toString('latin1')));
}

export async function insertSession(tx: Tx, session: Session, tokenDigest: Digest): Promise<void> {
  await tx.prisma.session.create({ data: { ...session, tokenDigest } });
}

const slides = {
  name: 'session slides',
  // Of many requests at once that find it due, one writes: the others see that it has moved since they read it.
  text: 'update sessions set last_seen_at = $2, expires_at = $3 where id = $1 and last_seen_at = $4',
};

export async function saveSlide(db: Queryable, before: Session, after: Session): Promise<void> {
  await db.query(slides, [after.id, after.lastSeenAt, after.expiresAt, before.lastSeenAt]);
}

/** True where the session was still there: of two sign-outs at once one ends it. */
export async function deleteSession(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.prisma.session.deleteMany({ where: { id } });
  return count === 1;
}
