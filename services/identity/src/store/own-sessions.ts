import type { Queryable } from '@patchbay/database/queryable';
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

const taken = {
  name: 'take a live session',
  text: `delete from sessions where id = $1::uuid and user_id = $2::uuid and expires_at > $3 returning ${columns}`,
};

/** Ends a live session of this user and answers what it was: of two at once one does. */
export async function takeSession(
  tx: Tx,
  id: string,
  userId: string,
  now: Date,
): Promise<Session | undefined> {
  const [session] = await tx.query<Session>(taken, [id, userId, now]);
  return session;
}

const held = {
  name: 'hold a live session',
  text: 'select 1 as held from sessions where id = $1::uuid and expires_at > $2 for share',
};

/** Whether the session is live; if so, it cannot end before this transaction does. */
export async function holdSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await tx.query(held, [id, now])).length === 1;
}

const wrongUserCode = {
  name: 'count a wrong user code',
  text: `update sessions set wrong_user_codes = wrong_user_codes + 1 where id = $1::uuid
         returning wrong_user_codes as count`,
};

/** One more wrong user code in this session; answers how many there were by now. */
export async function countWrongUserCode(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(wrongUserCode, [id]);
  return row?.count ?? 0;
}
