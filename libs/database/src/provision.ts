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
  /**
   * Another role, which owns the schema and migrates it: the role of the schema then has the rights that the migrations grant, and
   * cannot change what it is not granted. Default: the role of the schema owns it.
   */
  readonly owner?: { readonly role: string; readonly password: string };
}

export interface ProvisionedUrls {
  /** Logs in as the role of the schema. */
  readonly url: string;
  /** Logs in as the owner, which is the same role where no other one was asked for. */
  readonly ownerUrl: string;
}

/**
 * Another process changed the same role or database concurrently: the object exists by now, or its catalog row was updated
 * (`XX000`, "tuple concurrently updated"). Advisory locks are per database and roles per cluster, so it is retried.
 */
const concurrencyCodes = new Set(['23505', '42710', '42P06', 'XX000', '40001', '40P01']);
const maxAttempts = 20;

interface Role {
  readonly role: string;
  readonly password: string;
}

/** Creates a login role that sees the schema, or gives the one that exists this password. */
async function provisionRole(client: Client, schema: string, { role: name, password }: Role): Promise<void> {
  const { rows } = await client.query<{ database: string; exists: boolean; superuser: boolean }>(
    `select current_database() as database, exists (select from pg_roles where rolname = $1) as exists,
       (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    [name],
  );
  const { exists, superuser } = rows[0] ?? {};
  const role = escapeIdentifier(name);
  const database = escapeIdentifier(rows[0]?.database ?? '');
  const verifier = scramVerifier(password);
  await client.query(`${exists ? 'alter' : 'create'} role ${role} login password ${escapeLiteral(verifier)}`);
  // Only a superuser or a member of the role may make it the owner of something.
  if (!superuser) await client.query(`grant ${role} to current_user`);
  await client.query(`
    revoke all on database ${database} from public;
    grant connect on database ${database} to ${role};
    alter role ${role} in database ${database} set search_path to ${escapeIdentifier(schema)};
    alter role ${role} in database ${database} set timezone to 'UTC';
  `);
}

async function provision(client: Client, name: string, roles: readonly Role[], owner: Role): Promise<void> {
  for (const role of roles) await provisionRole(client, name, role);
  const schema = escapeIdentifier(name);
  await client.query(`
    create schema if not exists ${schema} authorization ${escapeIdentifier(owner.role)};
    alter schema ${schema} owner to ${escapeIdentifier(owner.role)};
    revoke all on schema ${schema} from public;
    revoke all on schema public from public;
  `);
  for (const { role } of roles) {
    if (role === owner.role) continue;
    // What the role of the schema owned before it had an owner of its own. Its rights come from the migrations.
    await client.query(`
      reassign owned by ${escapeIdentifier(role)} to ${escapeIdentifier(owner.role)};
      grant usage on schema ${schema} to ${escapeIdentifier(role)};
    `);
  }
}

/**
 * Creates a service's schema and its login roles, which have no other rights in the database. Idempotent, and safe to run
 * concurrently for other schemas and other databases of the cluster.
 */
export async function provisionSchema(options: ProvisionOptions): Promise<ProvisionedUrls> {
  const { adminUrl, schema, password } = options;
  const user = { role: schema, password };
  const { owner = user } = options;
  const roles = owner === user ? [user] : [owner, user];
  for (const { role } of roles)
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(role)) throw new RangeError(`${role} cannot name a schema`);
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
        await provision(client, schema, roles, owner);
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
  return { url: roleUrl(adminUrl, user), ownerUrl: roleUrl(adminUrl, owner) };
}

/** The URL of the same database that logs in as a role. */
export function roleUrl(adminUrl: string, { role, password }: Role): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}
