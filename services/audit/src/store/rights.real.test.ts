import { createPool, type Database } from '@patchbay/database/pool';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { migrations, owner, schema } from '../migrations.ts';
import { logger, startAudit } from '../test-bed.fixture.ts';
import { createMonths, recordAt, recordOverMonths } from '../three-months.fixture.ts';

let database: TestDatabase;
let service: Database;
let asOwner: Database;

beforeAll(async () => {
  database = await createTestDatabase({ schema, owner, migrations });
  service = createPool({ url: database.url, applicationName: 'test', ...patience, logger });
  asOwner = createPool({ url: database.ownerUrl, applicationName: 'test', ...patience, logger });
  await createMonths(asOwner);
  await recordOverMonths(asOwner);
});
afterAll(async () => {
  await service?.component.stop();
  await asOwner?.component.stop();
  await database?.drop();
});

const contentOf = async () => (await asOwner.pool.query('select * from entries order by sequence')).rows;
const insufficientPrivilege = '42501';

describe('the role of the service', () => {
  it('the role of the service can record and read entries', async () => {
    const id = v7();
    expect(await recordAt(service, id, new Date('2026-03-21T00:00:00Z'), [trailEvent()])).toBe(1);
    const { rows } = await service.pool.query('select sequence from entries where organization_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ sequence: '1' }]);
    await asOwner.pool.query('delete from entries where organization_id = $1', [id]);
  });

  it('the role of the service can create partitions of the next months only', async () => {
    const { rows } = await service.pool.query(
      `select create_partitions(now()::date, (now() + interval '5 months')::date) as name`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const range of [`'2026-01-01', now()::date + 1000`, `'0001-01-01', now()::date`])
      await expect(service.pool.query(`select create_partitions(${range})`)).rejects.toThrow(
        /only the owner creates|cannot be created/u,
      );
  });

  it('the role of the service can remove no trail that does not end with the deletion of its organization', async () => {
    const [id, other] = [v7(), v7()];
    for (const organizationId of [id, other])
      await recordAt(service, organizationId, new Date('2026-03-21T00:00:00Z'), [trailEvent()]);
    const remove = (organizationId: string, most = 10) =>
      service.pool.query('select remove_trail($1, $2, $3)', [organizationId, 'x', most]);
    await expect(remove(id)).rejects.toThrow('was not deleted');
    await service.pool.query('insert into deleted_organizations (organization_id) values ($1)', [id]);
    await expect(remove(id)).rejects.toThrow('does not end with its deletion');
    await expect(remove(id, 100_000)).rejects.toThrow('1 to 10,000 entries');
    const { rows } = await asOwner.pool.query('select 1 from entries where organization_id = any ($1)', [
      [id, other],
    ]);
    expect(rows).toHaveLength(2);
    await asOwner.pool.query('delete from entries where organization_id = any ($1)', [[id, other]]);
  });

  /** A table is a name in each statement: the partitioned one, and partitions that hold entries or none. */
  const onTable = (table: string): [statement: string][] => [
    [`update ${table} set hash = hash`],
    [`delete from ${table}`],
    [`drop table ${table}`],
    [`alter table ${table} disable trigger all`],
    [`alter table ${table} owner to audit`],
    [
      `create trigger changes before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
    ],
    [`create rule none as on insert to ${table} do instead nothing`],
    [`create index more on ${table} (hash)`],
    [`select from ${table} for update`],
    [`do $$ begin lock table ${table} in access exclusive mode; end $$`],
    [`merge into ${table} mine using (values (1)) as given (n) on true when matched then delete`],
  ];
  const partition = 'entries_2026_02';
  it.each([
    ...onTable('entries'),
    ...onTable(partition),
    [`select from ${partition}`],
    [`insert into ${partition} select * from entries where sequence = 5`],
    [
      `insert into entries select * from entries on conflict (organization_id, sequence, recorded_at) do update set hash = 'x'`,
    ],
    ['alter table entries detach partition entries_2026_02'],
    [`create table entries_2020_01 partition of entries for values from ('2020-01-01') to ('2020-02-01')`],
    ['create table mine ()'],
    [`create function mine() returns int language sql as 'select 1'`],
    ['drop schema audit cascade'],
    ['drop function create_partitions(date, date)'],
    ['alter function create_partitions(date, date) set search_path to public'],
    [
      `create or replace function create_partitions(first date, last date) returns setof text language sql as 'select null'`,
    ],
    ['set role audit_owner'],
    ['set session authorization audit_owner'],
    ['reassign owned by audit_owner to audit'],
    ['grant audit_owner to audit'],
    ['alter role audit superuser'],
    [`alter role audit_owner password 'x'`],
    ['set session_replication_role to replica'],
    ['delete from chain_heads'],
    [`insert into checkpoints values (gen_random_uuid(), 1, 'x', now(), 'x')`],
    ['insert into deleted_organizations values (gen_random_uuid(), now(), now())'],
    [`insert into deleted_organizations (organization_id, deleted_at) values (gen_random_uuid(), 'epoch')`],
    [`update deleted_organizations set deleted_at = 'epoch'`],
    [
      `create or replace function remove_trail(organization uuid, proof text, most integer) returns boolean language sql as 'select true'`,
    ],
    ['update _prisma_migrations set checksum = checksum'],
    [`copy (select 1) to program 'true'`],
  ])('the role of the service may not run: %s', async (statement) => {
    const before = await contentOf();
    await expect(service.pool.query(statement)).rejects.toMatchObject({ code: insufficientPrivilege });
    expect(await contentOf()).toEqual(before);
  });

  it('the role of the service has no other rights and cannot grant itself more', async () => {
    // Postgres only warns of a grant by somebody who has rights on the table and may grant none.
    await service.pool.query('grant update, delete on entries to audit');
    const { rows } = await service.pool.query<{ name: string; rights: string }>(
      `select class.relname as name, string_agg(lower(acl.privilege_type), ' ' order by acl.privilege_type) as rights
       from pg_class class cross join lateral aclexplode(class.relacl) acl
       where class.relnamespace = 'audit'::regnamespace and acl.grantee = 'audit'::regrole group by 1 order by 1`,
    );
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual({
      chain_heads: 'insert select update',
      checkpoints: 'select',
      dead_letters: 'insert select',
      deleted_organizations: 'select',
      entries: 'insert select',
      outbox: 'delete insert select',
      published_heads: 'insert select update',
      retention: 'select',
    });
  });
});

describe('a service', () => {
  /** What a service that logs in so says of its readiness because of its rights. */
  const readinessAs = async (url: string): Promise<string | undefined> => {
    const audit = await startAudit(url);
    try {
      return (await audit.notReady())['rights'];
    } finally {
      await audit.stop();
    }
  };
  const run = (statement: string) => asOwner.pool.query(statement);

  it('the service is ready as its own role', async () => {
    expect(await readinessAs(database.url)).toBeUndefined();
  });

  it('the service is not ready as the owner or as a superuser', async () => {
    const all =
      'may delete, own, trigger, truncate, update entries: the service must not be able to change any';
    expect(await readinessAs(database.ownerUrl)).toBe(`DATABASE_URL logs in as audit_owner, who ${all}`);
    const superuser = new URL(database.adminUrl);
    superuser.searchParams.set('options', '-c search_path=audit');
    expect(await readinessAs(superuser.href)).toBe(
      `DATABASE_URL logs in as ${superuser.username}, who ${all}`,
    );
  });

  it.each([
    ['update', 'update (event_id)', 'entries'],
    ['delete', 'delete', 'entries_2026_02'],
    ['trigger', 'trigger', 'entries_2026_03'],
  ])('the service is not ready with an additional right: %s', async (right, granted, table) => {
    await run(`grant ${granted} on ${table} to audit`);
    onTestFinished(async () => void (await run(`revoke ${granted} on ${table} from audit`)));
    expect(await readinessAs(database.url)).toContain(`logs in as audit, who may ${right} entries`);
  });

  it('the service starts without a database and reports that', async () => {
    expect(await readinessAs('postgresql://audit:x@127.0.0.1:1/nowhere')).toBe(
      'the database is not reachable',
    );
  });

  describe('without migrations', () => {
    let empty: TestDatabase;
    beforeAll(async () => {
      empty = await createTestDatabase({ schema, owner });
    });
    afterAll(() => empty?.drop());
    it('the service is not ready without migrations', async () => {
      expect(await readinessAs(empty.url)).toContain('the migrations have not been applied');
    });
  });
});
