import type { Queryable } from '@patchbay/database/query';
import type { Session } from '../domain/session.ts';
import type { Tx } from './transaction.ts';

const columns = `id, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
                 last_seen_at as "lastSeenAt", ip_address as "ipAddress", user_agent as "userAgent"`;

const ofUser = {
  name: 'live sessions of a user',
  text: `select ${columns}
         from sessions where user_id = $1 and expires_at > now() order by created_at, id`,
};

export const listSessions = (db: Queryable, userId: string): Promise<Session[]> =>
  db.query<Session>(ofUser, [userId]);

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

const lockLive = {
  name: 'hold a live session',
  text: 'select 1 as held from sessions where id = $1::uuid and expires_at > $2 for share',
};

/** False where the session is expired or deleted. Otherwise holds a share lock on the row until commit. */
export async function lockLiveSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await tx.query(lockLive, [id, now])).length === 1;
}

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
