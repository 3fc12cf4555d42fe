import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { lockKey } from './leader.ts';
import { scramVerifier } from './scram.ts';

export interface ProvisionOptions {
  /** The database that gets the schema; logs in as a role with CREATEROLE. */
  readonly adminUrl: string;
  /** Also the name of the role: lower-case letters, digits and underscores. */
  readonly schema: string;
  /** Password of the role. Roles exist once per cluster: use the same password for all databases of a cluster. */
  readonly password: string;
}

/**
 * Another process changed the same role or database concurrently: the object exists by now, or its catalog row was updated
 * (`XX000`, "tuple concurrently updated"). Advisory locks are per database and roles per cluster, so it is retried.
 */
const concurrencyCodes = new Set(['23505', '42710', '42P06', 'XX000', '40001', '40P01']);
const maxAttempts = 20;

async function provision(client: Client, schema: string, verifier: string): Promise<void> {
  const role = escapeIdentifier(schema);
  const { rows } = await client.query<{ database: string; exists: boolean; superuser: boolean }>(
    `select current_database() as database, exists (select from pg_roles where rolname = $1) as exists,
       (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    [schema],
  );
  const { database: name = '', exists, superuser } = rows[0] ?? {};
  const database = escapeIdentifier(name);
  await client.query(`${exists ? 'alter' : 'create'} role ${role} login password ${escapeLiteral(verifier)}`);
  // Only a superuser or a member of the role may make it the owner of something.
  if (!superuser) await client.query(`grant ${role} to current_user`);
  await client.query(`
    create schema if not exists ${role} authorization ${role};
    alter schema ${role} owner to ${role};
    revoke all on schema ${role} from public;
    revoke all on schema public from public;
    revoke all on database ${database} from public;
    grant connect on database ${database} to ${role};
    alter role ${role} in database ${database} set search_path to ${role};
    alter role ${role} in database ${database} set timezone to 'UTC';
  `);
}

/**
 * Creates a service's schema and the login role that owns it and has no other rights in the database. Idempotent, and safe
 * to run concurrently for other schemas and other databases of the cluster. Returns the URL that logs in as the role.
 */
export async function provisionSchema({ adminUrl, schema, password }: ProvisionOptions): Promise<string> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) throw new RangeError(`${schema} cannot name a schema`);
  const verifier = scramVerifier(password);
  const client = new Client({
    connectionString: adminUrl,
    application_name: `provision ${schema}`,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock($1)', [lockKey('provision').toString()]);
        await provision(client, schema, verifier);
        await client.query('commit');
        break;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        const code = error instanceof DatabaseError ? error.code : undefined;
        if (attempt >= maxAttempts || code === undefined || !concurrencyCodes.has(code)) throw error;
        await sleep(Math.random() * 20 * attempt);
      }
    }
  } finally {
    await client.end();
  }
  return roleUrl({ adminUrl, schema, password });
}

/** The URL of the same database that logs in as the role of a schema. */
export function roleUrl({ adminUrl, schema, password }: ProvisionOptions): string {
  const url = new URL(adminUrl);
  url.username = schema;
  url.password = encodeURIComponent(password);
  return url.href;
}
