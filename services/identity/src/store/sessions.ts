import type { Database } from '@patchbay/database/pool';
import type { Session } from '../domain/session.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

const byDigest = {
  name: 'session by digest',
  text: `select s.id, s.user_id as "userId", s.created_at as "createdAt", s.expires_at as "expiresAt",
                s.last_seen_at as "lastSeenAt", s.ip_address as "ipAddress", s.user_agent as "userAgent",
                u.email, u.name, u.email_verified as "emailVerified", u.image
         from sessions s join users u on u.id = s.user_id
         where s.token_digest = $1 and s.expires_at > now()`,
};

type Row = Session & Omit<User, 'id'>;

/** The live session of a token and its user, by one indexed read: every authenticated request passes here. */
export async function findSession(
  db: Database,
  tokenDigest: Digest,
): Promise<{ session: Session; user: User } | undefined> {
  const [row] = await db.query<Row>(byDigest, [Buffer.from(tokenDigest)]);
  if (row === undefined) return undefined;
  const { email, name, emailVerified, image, ...session } = row;
  return { session, user: { id: session.userId, email, name, emailVerified, image } };
}

export async function insertSession(tx: Tx, session: Session, tokenDigest: Digest): Promise<void> {
  await tx.session.create({ data: { ...session, tokenDigest } });
}

const slides = {
  name: 'session slides',
  // Of many requests at once that find it due, one writes: the others see that it has moved since they read it.
  text: 'update sessions set last_seen_at = $2, expires_at = $3 where id = $1 and last_seen_at = $4',
};

export async function saveSlide(db: Database, before: Session, after: Session): Promise<void> {
  await db.query(slides, [after.id, after.lastSeenAt, after.expiresAt, before.lastSeenAt]);
}

/** True where the session was still there: of two sign-outs at once one ends it. */
export async function deleteSession(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.session.deleteMany({ where: { id } });
  return count === 1;
}
