import { internal } from '@patchbay/errors/failure';
import type { ClientBase, Pool } from 'pg';

/** Settings of Postgres by their names in `pg_settings`, in any case; times in milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Throws unless the session has the settings. A pooler in transaction mode drops what a client asks for when it connects
 * (PgBouncer: `ignore_startup_parameters`), and without the check no statement would ever time out.
 */
export async function checkSessionSettings(
  client: ClientBase | Pool,
  required: SessionSettings,
): Promise<void> {
  const names = Object.keys(required);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select lower(name) as name, setting from pg_settings where lower(name) = any($1)',
    [names],
  );
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]));
  const wrong = names.filter((name) => actual.get(name) !== String(required[name]));
  if (wrong.length === 0) return;
  const list = wrong.map((name) => `${name} is ${actual.get(name)} and must be ${required[name]}`).join(', ');
  throw internal(
    `sessions of the database lack settings, which a pooler must set by its connect_query: ${list}`,
  );
}
