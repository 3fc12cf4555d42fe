import type { Database } from '@patchbay/database/pool';
import type { Session } from '../domain/session.ts';
import type { Tx } from './transaction.ts';

const ofUser = {
  name: 'live sessions of a user',
  text: `select id, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
                last_seen_at as "lastSeenAt", ip_address as "ipAddress", user_agent as "userAgent"
         from sessions where user_id = $1 and expires_at > now() order by created_at, id`,
};

export const listSessions = (db: Database, userId: string): Promise<Session[]> =>
  db.query<Session>(ofUser, [userId]);

/** Ends a live session of this user and answers what it was: of two at once one does. */
export async function takeSession(
  tx: Tx,
  id: string,
  userId: string,
  now: Date,
): Promise<Session | undefined> {
  const [session] = await tx.$queryRaw<Session[]>`
    delete from sessions where id = ${id}::uuid and user_id = ${userId}::uuid and expires_at > ${now}
    returning id, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
              last_seen_at as "lastSeenAt", ip_address as "ipAddress", user_agent as "userAgent"`;
  return session;
}

/** Whether the session is live; if so, it cannot end before this transaction does. */
export async function holdSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 as held from sessions where id = ${id}::uuid and expires_at > ${now} for share`;
  return rows.length === 1;
}

/** One more wrong user code in this session; answers how many there were by now. */
export async function countWrongUserCode(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    update sessions set wrong_user_codes = wrong_user_codes + 1 where id = ${id}::uuid
    returning wrong_user_codes as count`;
  return row?.count ?? 0;
}
