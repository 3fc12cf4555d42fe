import type { ClientBase, Pool } from 'pg';

/** The oldest PostgreSQL that the migrations run on: they use `is json`. */
const oldest = 16;

export class UnsupportedPostgres extends Error {
  /** By this name `main` prints the message without a stack: operators read it. */
  override readonly name = 'ConfigurationError';
}

/** Throws `UnsupportedPostgres` where the server is older than PostgreSQL 16. */
export async function assertSupportedPostgres(client: Pick<ClientBase | Pool, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const [version] = rows;
  if (version !== undefined && version.number < oldest * 10_000)
    throw new UnsupportedPostgres(
      `PostgreSQL ${version.name} is too old: Patchbay needs PostgreSQL ${oldest} or newer.`,
    );
}
