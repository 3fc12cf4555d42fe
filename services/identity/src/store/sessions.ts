import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import type { Proof, Session } from '../domain/session.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

/** As `AuthenticateRequest` documents. */
export const maxTokens = 100;

const byDigests = {
  name: 'sessions by digest',
  // The subselect hides the length of the array from the planner. Without it Postgres makes a custom plan at every call, as
  // one for the actual few tokens looks cheaper than the cached generic plan; planning would cost more than the read.
  text: `select s.token_digest as "tokenDigest", s.id, s.user_id as "userId",
                s.created_at as "createdAt", s.expires_at as "expiresAt",
                s.last_seen_at as "lastSeenAt", s.ip_address as "ipAddress", s.user_agent as "userAgent",
                s.method, s.authenticated_at as "authenticatedAt", s.proven_by_passkey as "provenByPasskey",
                u.email, u.name, u.email_verified as "emailVerified", u.image, u.version
         from sessions s join users u on u.id = s.user_id
         where s.token_digest = any((select $1::bytea[])::bytea[]) and s.expires_at > $2
         limit ${maxTokens}`,
};

type Row = Session & Omit<User, 'id'> & { readonly tokenDigest: Buffer };

interface LiveSession {
  readonly session: Session;
  readonly user: User;
}

/**
 * One element for each digest, in their order; undefined where there is no unexpired session. One indexed read, because
 * every authenticated request needs it.
 */
export async function findSessions(
  db: Queryable,
  tokenDigests: readonly Digest[],
): Promise<(LiveSession | undefined)[]> {
  const digests = tokenDigests.map((digest) => Buffer.from(digest));
  const rows = await db.query<Row>(byDigests, [digests, db.now()]);
  // Keys are strings, because a Map compares buffers by identity; latin1 maps each byte to one character.
  const live = new Map(
    rows.map(({ tokenDigest, email, name, emailVerified, image, version, ...session }) => [
      tokenDigest.toString('latin1'),
      { session, user: { id: session.userId, email, name, emailVerified, image, version } },
    ]),
  );
  return digests.map((digest) => live.get(digest.toString('latin1')));
}

const inserts = {
  name: 'insert a session',
  text: `insert into sessions (id, user_id, token_digest, created_at, expires_at, last_seen_at, ip_address, user_agent,
           method, authenticated_at, proven_by_passkey, proves_address)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

export async function insertSession(
  tx: Tx,
  { id, userId, createdAt, expiresAt, lastSeenAt, ipAddress, userAgent, ...proof }: Session,
  tokenDigest: Digest,
  provesAddress: boolean,
): Promise<void> {
  const { method, authenticatedAt, provenByPasskey } = proof;
  const opened = [
    id,
    userId,
    Buffer.from(tokenDigest),
    createdAt,
    expiresAt,
    lastSeenAt,
    ipAddress,
    userAgent,
  ];
  await tx.query(inserts, [...opened, method, authenticatedAt, provenByPasskey, provesAddress]);
}

const proofById = {
  name: 'proof of a session',
  text: `select proves_address as "provesAddress", method, authenticated_at as "authenticatedAt"
         from sessions where id = $1::uuid`,
};

/** What the sign-in of a session proved; undefined where the session is deleted. */
export const findProof = async (
  tx: Tx,
  id: string,
): Promise<(Proof & { readonly provesAddress: boolean }) | undefined> =>
  (await tx.query<Proof & { provesAddress: boolean }>(proofById, [id]))[0];

const slides = {
  name: 'session slides',
  // Compares last_seen_at with the value that was read: of concurrent requests only the first one writes. `skip locked`: no
  // request of the session waits, with a connection, while another transaction holds its row.
  text: `update sessions set last_seen_at = $2, expires_at = $3
         where id = (select id from sessions where id = $1 and last_seen_at = $4 for no key update skip locked)`,
};

export async function saveSlide(db: Queryable, before: Session, after: Session): Promise<void> {
  await db.query(slides, [after.id, after.lastSeenAt, after.expiresAt, before.lastSeenAt]);
}

const deleteById = {
  name: 'delete a session',
  text: 'delete from sessions where id = $1::uuid returning 1 as deleted',
};

/** Of concurrent calls exactly one gets true. */
export const deleteSession = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.query(deleteById, [id])).length === 1;

const columns = `id, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
                 last_seen_at as "lastSeenAt", ip_address as "ipAddress", user_agent as "userAgent", method,
                 authenticated_at as "authenticatedAt", proven_by_passkey as "provenByPasskey"`;

const ofUser = {
  name: 'live sessions of a user',
  text: `select ${columns}
         from sessions where user_id = $1 and expires_at > $2
         order by created_at, id limit ${most.sessionsOfPerson}`,
};

export const listSessions = (db: Queryable, userId: string): Promise<Session[]> =>
  db.query<Session>(ofUser, [userId, db.now()]);

const deleteLive = {
  name: 'take a live session',
  text: `delete from sessions where id = $1::uuid and user_id = $2::uuid and expires_at > $3 returning ${columns}`,
};

/** Deletes an unexpired session of this user. Of concurrent calls exactly one gets it; the others get undefined. */
export async function deleteLiveSession(
  tx: Tx,
  id: string,
  userId: string,
  now: Date,
): Promise<Session | undefined> {
  const [session] = await tx.query<Session>(deleteLive, [id, userId, now]);
  return session;
}

const deleteOldest = {
  name: 'end the oldest sessions of a user',
  // The inner limit bounds the events of a sign-in where there are many more sessions than the bound allows.
  text: `delete from sessions where id in (
           select id from sessions where user_id = $1::uuid and expires_at > $2
           order by created_at desc, id desc limit ${most.sessionsOfPerson} offset ${most.sessionsOfPerson}
         )
         returning ${columns}`,
};

/** Deletes the unexpired sessions beyond the newest 100 of the user, and returns them. Needs the row lock of the user. */
export const deleteOldestSessions = (tx: Tx, userId: string, now: Date): Promise<Session[]> =>
  tx.query<Session>(deleteOldest, [userId, now]);

const deleteAll = {
  name: 'end the sessions of a user',
  text: `delete from sessions where id in (
           select id from sessions where user_id = $1::uuid order by created_at, id limit ${most.sessionsOfPerson}
         )
         returning ${columns}`,
};

/** Deletes all sessions of the user, and returns those that had not expired. Needs the row lock of the user. */
export async function deleteSessions(tx: Tx, userId: string, now: Date): Promise<Session[]> {
  const ended: Session[] = [];
  for (;;) {
    const deleted = await tx.query<Session>(deleteAll, [userId]);
    if (deleted.length === 0) return ended;
    ended.push(...deleted.filter(({ expiresAt }) => expiresAt > now));
  }
}

const lockLive = {
  name: 'hold a live session',
  text: 'select 1 as held from sessions where id = $1::uuid and expires_at > $2 for share',
};

/** False where the session is expired or deleted. Otherwise holds a share lock on the row until commit. */
export async function lockLiveSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await tx.query(lockLive, [id, now])).length === 1;
}

const provenById = {
  name: 'session is proven by a passkey',
  text: 'select proven_by_passkey as proven from sessions where id = $1::uuid',
};

/** Whether a passkey has opened or confirmed the session; false where it is deleted. */
export const isProvenByPasskey = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query<{ proven: boolean }>(provenById, [id]))[0]?.proven ?? false;

const proves = {
  name: 'session is fresh',
  text: `update sessions set authenticated_at = $2, proven_by_passkey = true where id = $1::uuid and expires_at > $2 returning ${columns}`,
};

/** The person of the session has proved who they are, with a passkey. Undefined where the session is expired or deleted. */
export const saveProof = async (tx: Tx, id: string, now: Date): Promise<Session | undefined> =>
  (await tx.query<Session>(proves, [id, now]))[0];

const wrongUserCode = {
  name: 'count a wrong user code',
  text: `update sessions set wrong_user_codes = wrong_user_codes + 1 where id = $1::uuid
         returning wrong_user_codes as count`,
};

/** Returns the new count; 0 where the session is deleted. */
export async function countWrongUserCode(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(wrongUserCode, [id]);
  return row?.count ?? 0;
}
