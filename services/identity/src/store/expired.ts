import type { Queryable, Statement } from '@patchbay/database/query';

/**
 * `skip locked`: several processes may run it at once without waiting for each other's rows. `grace`: how long an expired row is
 * kept.
 */
const expired = (table: string, key: string, grace = '0'): Statement => ({
  name: `expired ${table} go`,
  text: `delete from ${table} where ${key} in
           (select ${key} from ${table} where expires_at <= now() - interval '${grace}' order by expires_at limit $1 for update skip locked)
         returning 1 as deleted`,
});

const statements = [
  expired('sessions', 'id'),
  expired('sign_in_links', 'id'),
  // A device that polls a little too late is told apart from one that guesses codes.
  expired('device_authorizations', 'device_code_digest', '10 minutes'),
];

/** Deletes up to `limit` expired rows of each table. True where a table may have more of them. */
export async function deleteExpired(db: Queryable, limit: number): Promise<boolean> {
  let more = false;
  for (const statement of statements) {
    if ((await db.query(statement, [limit])).length === limit) more = true;
  }
  return more;
}
