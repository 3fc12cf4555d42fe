import { internal } from '@patchbay/errors/failure';
import { type Client, escapeIdentifier } from 'pg';

/** The same name as Prisma's, so that Prisma's tools see the applied migrations. */
export const migrationsTable = '_prisma_migrations';

/**
 * Lets the role of a schema read and write the rows of every table that the schema has, except that of migrations, and take numbers
 * from its sequences. Idempotent. The connection must be the owner's, or that of a member of it. Rights are of a table and not by default
 * (`alter default privileges`): this function can run in the transaction that creates one.
 */
export async function grantRows(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    `select string_agg(format('%I.%I', $1::text, relname), ', ') as tables from pg_class
     where relnamespace = $1::text::regnamespace and relkind in ('r', 'p') and relname <> $2`,
    [schema, migrationsTable],
  );
  const role = escapeIdentifier(schema);
  await client.query(`grant usage on all sequences in schema ${role} to ${role}`);
  const { tables } = rows[0] ?? {};
  if (tables) await client.query(`grant select, insert, update, delete on ${tables} to ${role}`);
}

interface Ownership {
  readonly migrating: string;
  readonly owner: string;
  readonly exposed: boolean;
}

const selectOwnership = `
  select current_user as migrating, owner.rolname as owner,
         pg_has_role(role.oid, owner.oid, 'member') or exists (
           select from pg_shdepend
           where dbid = (select oid from pg_database where datname = current_database())
             and refclassid = 'pg_authid'::regclass and refobjid = role.oid and deptype = 'o'
         ) as exposed
  from pg_namespace schema
  join pg_roles owner on owner.oid = schema.nspowner
  join pg_roles role on role.rolname = schema.nspname
  where schema.nspname = $1`;

/**
 * Throws unless the connection is that of the owner of the schema, and the role of the schema, as which the service works, neither is
 * that owner nor can become it, and owns nothing in this database: what it owns, it may alter and drop.
 */
export async function assertMigratesAsOwner(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<Ownership>(selectOwnership, [schema]);
  const [found] = rows;
  if (found === undefined)
    throw internal(`there is no schema ${schema} with a role of its name: provision it`);
  const { migrating, owner, exposed } = found;
  if (exposed) {
    throw internal(
      `the role of the service, ${schema}, has the rights of an owner in its schema: provision it, and migrate as its owner`,
    );
  }
  if (migrating !== owner) {
    throw internal(`${migrating} does not own the schema ${schema}: migrate as its owner, ${owner}`);
  }
}
