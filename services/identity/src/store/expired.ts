import type { Queryable, Statement } from '@patchbay/database/queryable';

/** `skip locked`: several processes may run it at once without waiting for each other's rows. */
const expired = (table: string, key: string): Statement => ({
  name: `expired ${table} go`,
  text: `delete from ${table} where ${key} in
           (select ${key} from ${table} where expires_at <= now() order by expires_at limit $1 for update skip locked)
         returning 1 as deleted`,
});

const statements = [
  expired('sessions', 'id'),
  expired('sign_in_links', 'email'),
  expired('device_authorizations', 'device_code_digest'),
];

/** Deletes up to `limit` expired rows of each table. True where a table may have more of them. */
export async function deleteExpired(db: Queryable, limit: number): Promise<boolean> {
  let more = false;
  for (const statement of statements) {
    if ((await db.query(statement, [limit])).length === limit) more = true;
  }
  return more;
}
