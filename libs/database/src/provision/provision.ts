import { backoffMs } from '@patchbay/runtime/backoff';
import { systemClock } from '@patchbay/runtime/clock';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { lockKey } from '../locks.ts';
import { grantRows } from '../migrate/rights.ts';
import { assertSupportedPostgres } from '../version.ts';
import { scramVerifier } from './scram.ts';

export interface ProvisionOptions {
  /** The database that gets the schema; logs in as a role with CREATEROLE. */
  readonly adminUrl: string;
  /** Also the name of the role: lower-case letters, digits and underscores. */
  readonly schema: string;
  /** Password of the role. Roles exist once per cluster: use the same password for all databases of a cluster. */
  readonly password: string;
  /** The role that owns the schema and migrates it: the role of the schema cannot alter what is in it. */
  readonly owner: Role;
  /** Further roles that work in the schema. Migrations grant each its rights. Default: none. */
  readonly others?: readonly Role[];
  /**
   * Lets the role of the schema read and write the rows of the tables that exist, as the migrations do afterwards: a service whose
   * role owned them until now works on in between. Default: false.
   */
  readonly grantsRows?: boolean;
}

interface Role {
  readonly role: string;
  readonly password: string;
}

export interface ProvisionedUrls {
  /** Logs in as the role of the schema. */
  readonly url: string;
  /** Logs in as the owner. */
  readonly ownerUrl: string;
}

/**
 * Another process changed the same role or database concurrently: the object exists by now, or its catalog row was updated
 * (`XX000`, "tuple concurrently updated"). Advisory locks are per database and roles per cluster, so it is retried. So is what
 * waited too long for a table that is in use (`55P03`).
 */
const concurrencyCodes = new Set(['23505', '42710', '42P06', 'XX000', '40001', '40P01', '55P03']);
const maxAttempts = 20;

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

async function provision(client: Client, options: ProvisionOptions): Promise<void> {
  const { schema: name, password, owner, others = [], grantsRows = false } = options;
  for (const role of [owner, { role: name, password }, ...others]) await provisionRole(client, name, role);
  // The schema and the role of the service have the same name.
  const schema = escapeIdentifier(name);
  const ownerRole = escapeIdentifier(owner.role);
  await client.query(`
    create schema if not exists ${schema} authorization ${ownerRole};
    alter schema ${schema} owner to ${ownerRole};
    revoke all on schema ${schema} from public;
    revoke all on schema public from public;
    reassign owned by ${schema} to ${ownerRole};
    grant usage on schema ${schema} to ${[name, ...others.map(({ role }) => role)].map(escapeIdentifier).join(', ')};
  `);
  if (grantsRows) await grantRows(client, name);
}

/**
 * Creates a service's schema and its login roles, which have no other rights in the database. What the role of the schema owned
 * before there was an owner is the owner's then. Idempotent, and safe to run concurrently for other schemas and other databases of
 * the cluster.
 */
export async function provisionSchema(options: ProvisionOptions): Promise<ProvisionedUrls> {
  const { adminUrl, schema, password, owner, others = [] } = options;
  for (const role of [schema, ...[owner, ...others].map((other) => other.role)])
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(role)) throw new RangeError(`${role} cannot name a role or a schema`);
  if (schema === owner.role) throw new RangeError(`${schema} cannot own its schema`);
  const client = new Client({
    connectionString: adminUrl,
    application_name: `provision ${schema}`,
    // No request waits for this connection, so it may take longer than one of a pool.
    connectionTimeoutMillis: 30_000,
    statement_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await assertSupportedPostgres(client);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock($1)', [lockKey('provision').toString()]);
        // Requests wait behind the locks that `reassign owned` waits for.
        await client.query(`set local lock_timeout to '1s'`);
        await provision(client, options);
        await client.query('commit');
        break;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        const code = error instanceof DatabaseError ? error.code : undefined;
        if (attempt >= maxAttempts || code === undefined || !concurrencyCodes.has(code)) throw error;
        await systemClock.sleep(backoffMs(attempt, { min: 10, max: 400 }));
      }
    }
  } finally {
    await client.end();
  }
  return { url: roleUrl(adminUrl, { role: schema, password }), ownerUrl: roleUrl(adminUrl, owner) };
}

/** The URL of the same database that logs in as a role. */
export function roleUrl(adminUrl: string, { role, password }: Role): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}
