import type { Database } from '@patchbay/database/pool';

export interface Names {
  /** Without partitions; `column` is one that may be written. */
  readonly tables: readonly { readonly table: string; readonly column: string }[];
  readonly sequences: readonly string[];
  readonly types: readonly string[];
  /** With their arguments. */
  readonly functions: readonly string[];
}

export async function namesIn({ pool }: Database, schema: string): Promise<Names> {
  const listOf = async (text: string): Promise<string[]> =>
    (await pool.query<{ name: string }>(text, [schema])).rows.map(({ name }) => name);
  const { rows: tables } = await pool.query<Names['tables'][number]>(
    `select relname as table, (select min(attname) from pg_attribute where attrelid = c.oid and attnum > 0
       and attidentity = '' and attgenerated = '' and not attisdropped) as column
     from pg_class c where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    [schema],
  );
  return {
    tables,
    sequences: await listOf(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'S'`,
    ),
    types: await listOf(
      `select typname as name from pg_type where typnamespace = $1::regnamespace and typtype = 'e'`,
    ),
    functions: await listOf(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = $1::regnamespace`,
    ),
  };
}

/** By role, and by table or sequence, what was granted. */
export async function rightsOf({ pool }: Database, schema: string) {
  const { rows } = await pool.query<{ role: string; name: string; rights: string }>(
    `select coalesce(role.rolname, 'public') as role, class.relname as name,
            string_agg(lower(acl.privilege_type), ' ' order by acl.privilege_type) as rights
     from pg_class class cross join lateral aclexplode(class.relacl) acl left join pg_roles role on role.oid = acl.grantee
     where class.relnamespace = $1::regnamespace group by 1, 2`,
    [schema],
  );
  const byRole: Record<string, Record<string, string>> = {};
  for (const { role, name, rights } of rows) byRole[role] = { ...byRole[role], [name]: rights };
  return byRole;
}

/** Each kind of statement that reads or writes rows. Postgres checks rights also where there are none. */
export const dmlOn = (table: string, column: string): string[] => [
  `select from ${table} for update`,
  `insert into ${table} (${column}) select ${column} from ${table} where false`,
  `update ${table} set ${column} = ${column} where false`,
  `delete from ${table} where false`,
];

/** Statements that only the owner of a table may run. */
export const ddlOn = (table: string, role: string): string[] => [
  `truncate ${table}`,
  `drop table ${table}`,
  `alter table ${table} add column more text`,
  `alter table ${table} add constraint never check (false) not valid`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} enable row level security`,
  `alter table ${table} owner to ${role}`,
  `alter table ${table} rename to hidden`,
  `alter table ${table} set (fillfactor = 50)`,
  `create index more on ${table} ((1))`,
  `create trigger changes before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
  `create rule none as on insert to ${table} do instead nothing`,
  `create policy everything on ${table}`,
  `comment on table ${table} is 'mine'`,
  `create table mine (like ${table})`,
];

/** Statements that only the owner of a schema, its types, functions and sequences, or an administrator may run. */
export const ddlIn = (schema: string, owner: string, { sequences, types, functions }: Names): string[] => [
  'create table mine ()',
  'create temporary table mine ()',
  'create table public.mine ()',
  'create view mine as select 1',
  'create materialized view mine as select 1',
  'create sequence mine',
  `create type mine as enum ('x')`,
  `create function mine() returns int language sql as 'select 1'`,
  'create schema mine',
  `drop schema ${schema} cascade`,
  `alter schema ${schema} rename to hidden`,
  `alter schema ${schema} owner to ${schema}`,
  `alter default privileges for role ${owner} grant all on tables to ${schema}`,
  'create extension pg_trgm',
  'create publication mine for all tables',
  'create database mine',
  'create role mine',
  `alter role ${schema} superuser`,
  `alter role ${owner} password 'x'`,
  `grant ${owner} to ${schema}`,
  `set role ${owner}`,
  `set session authorization ${owner}`,
  `reassign owned by ${owner} to ${schema}`,
  'set session_replication_role to replica',
  'select from _prisma_migrations',
  `insert into _prisma_migrations (id, checksum, migration_name) values ('x', 'x', 'x')`,
  'update _prisma_migrations set checksum = checksum',
  'delete from _prisma_migrations',
  ...sequences.flatMap((name) => [`alter sequence ${name} restart`, `select setval('${name}', 1)`]),
  ...types.flatMap((name) => [`drop type ${name} cascade`, `alter type ${name} add value 'more'`]),
  ...functions.flatMap((name) => [`drop function ${name} cascade`, `alter function ${name} reset all`]),
];
