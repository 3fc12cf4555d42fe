import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import { createPool, type Database } from '@patchbay/database/pool';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { waitFor } from '@patchbay/testing/wait';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations, schema } from './migrations.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** The service's own migrations before the named one, in a folder of their own. */
async function migrationsBefore(name: string): Promise<Migrations & { path: string }> {
  const own = migrations.find(({ library }) => library === undefined);
  if (own === undefined) throw new Error('the service has no migrations of its own');
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const folder of await readdir(own.directory)) {
    if (folder < name)
      await cp(new URL(`${folder}/`, own.directory), join(path, folder), { recursive: true });
  }
  return { path, directory: pathToFileURL(`${path}/`) };
}

describe('the migration to membership periods', () => {
  let database: TestDatabase;
  let db: Database;
  let path: string;
  const [organizationId, ada, grace] = [v7(), v7(), v7()];
  const created = new Date('2026-01-01T00:00:00.000Z');
  const joined = new Date('2026-02-01T00:00:00.000Z');
  const left = new Date('2026-03-01T00:00:00.000Z');

  beforeEach(async () => {
    const before = await migrationsBefore('0004_membership_periods');
    path = before.path;
    database = await createTestDatabase({ schema, migrations: [before] });
    db = createPool({ url: database.url, applicationName: 'test', ...patience, logger });
    await db.pool.query(
      `insert into organizations (id, slug, name, created_at) values ($1, 'acme', 'Acme', $2)`,
      [organizationId, created],
    );
    for (const userId of [ada, grace]) {
      await db.pool.query(`insert into people (user_id, email, name) values ($1::uuid, $1::text, 'Ada')`, [
        userId,
      ]);
    }
    await db.pool.query(
      `insert into members (id, organization_id, user_id, role, created_at) values (gen_random_uuid(), $1, $2, 'admin', $3)`,
      [organizationId, ada, joined],
    );
    await db.pool.query(
      `insert into former_members (organization_id, user_id, left_at) values ($1, $2, $3)`,
      [organizationId, grace, left],
    );
  });
  afterEach(async () => {
    await db.component.stop();
    await database.drop();
    await rm(path, { recursive: true });
  });

  const migrateAll = () => migrate({ url: database.ownerUrl, schema, migrations, logger });
  const periods = async () => {
    const { rows } = await db.pool.query<{ userId: string; beganAt: Date; endedAt: Date | null }>(
      `select user_id as "userId", began_at as "beganAt", ended_at as "endedAt" from membership_periods
       where organization_id = $1 order by began_at`,
      [organizationId],
    );
    return rows;
  };

  it('the migration gives members a period since they joined, and former members one since the organization was created', async () => {
    await migrateAll();
    expect(await periods()).toEqual([
      { userId: grace, beganAt: created, endedAt: new Date(left.getTime() + 1) },
      { userId: ada, beganAt: joined, endedAt: null },
    ]);
  });

  it('the migration waits for a removal in progress, and the removal succeeds', async () => {
    const removal = await db.pool.connect();
    await removal.query('begin');
    await removal.query('select from organizations where id = $1 for update', [organizationId]);
    const migrated = migrateAll();
    const waiting = `select from pg_locks where relation = 'organizations'::regclass and not granted`;
    await waitFor(async () => (await db.pool.query(waiting)).rows.length > 0, { what: 'the migration' });
    await removal.query('delete from members where user_id = $1', [ada]);
    await removal.query('commit');
    removal.release();
    await migrated;
    expect(await periods()).toHaveLength(1);
  });
});

describe('the migration to lines of keys', () => {
  it('the migration puts the replacements that are stored on the line of the first key', async () => {
    const before = await migrationsBefore('0008_lines_of_keys');
    const database = await createTestDatabase({ schema, migrations: [before] });
    const db = createPool({ url: database.url, applicationName: 'test', ...patience, logger });
    try {
      const [organizationId, ada, first, second, third, retired, removed, alone] = Array.from(
        { length: 8 },
        () => v7(),
      );
      await db.pool.query(`insert into organizations (id, slug, name) values ($1, 'acme', 'Acme')`, [
        organizationId,
      ]);
      await db.pool.query(`insert into people (user_id, email, name) values ($1::uuid, $1::text, 'Ada')`, [
        ada,
      ]);
      // `removed` is no longer stored.
      const keys = [
        [first, second],
        [second, third],
        [third, null],
        [retired, removed],
        [alone, null],
      ];
      for (const [id, replacedBy] of keys)
        await db.pool.query(
          `insert into api_keys (id, organization_id, creator_user_id, name, digest, level, replaced_by, rotated_at)
           values ($1::uuid, $2, $3, 'Reports', sha256($1::text::bytea), 'user', $4::uuid, case when $4 is not null then now() end)`,
          [id, organizationId, ada, replacedBy],
        );
      await migrate({ url: database.ownerUrl, schema, migrations, logger });
      const { rows } = await db.pool.query<{ id: string; line: string | null }>(
        'select id, line_id as line from api_keys',
      );
      expect(Object.fromEntries(rows.map(({ id, line }) => [id, line]))).toEqual({
        [String(first)]: null,
        [String(second)]: first,
        [String(third)]: first,
        [String(retired)]: null,
        [String(alone)]: null,
      });
    } finally {
      await db.component.stop();
      await database.drop();
      await rm(before.path, { recursive: true });
    }
  });
});
