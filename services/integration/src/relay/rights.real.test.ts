import { createPool, type Database } from '@patchbay/database/pool';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations, owner, programRoles, schema } from '../migrations.ts';

/** What each migration grants relay, by table. */
const rights: Readonly<Record<string, string>> = {
  credentials: 'SELECT',
  first_uses: 'INSERT SELECT',
  grants: 'SELECT',
  integrations: 'SELECT',
  paused_organizations: 'SELECT',
  relayed_requests: 'INSERT SELECT',
  sent_changes: 'INSERT SELECT UPDATE',
  uses: 'INSERT SELECT UPDATE',
  workspaces: 'SELECT',
};

let database: TestDatabase;
let relay: Database;
beforeAll(async () => {
  database = await createTestDatabase({ schema, owner, programRoles, migrations });
  const logger = createLogger({ service: 'test', level: 'silent' });
  relay = createPool({ url: database.urlOf('relay'), applicationName: 'test', ...patience, logger });
});
afterAll(async () => {
  await relay?.component.stop();
  await database?.drop();
});

const refused = { code: '42501' };

describe('the role of relay', () => {
  it('the role of relay has these rights on tables of integration, and no others', async () => {
    const { rows } = await relay.pool.query<{ name: string; rights: string }>(
      `select relname as name, string_agg(privilege_type, ' ' order by privilege_type) as rights
       from pg_class cross join lateral aclexplode(relacl)
       where relnamespace = $1::regnamespace and grantee = 'relay'::regrole group by 1`,
      [schema],
    );
    expect(Object.fromEntries(rows.map(({ name, rights: granted }) => [name, granted]))).toEqual(rights);
    for (const table of Object.keys(rights)) await relay.pool.query(`select from ${table} limit 1`);
  });

  it.each([
    'select from outbox',
    'select from connect_links',
    'update credentials set version = version',
    'select from credentials for update',
    'delete from integrations',
    'create table mine ()',
    `set role ${schema}`,
    `set role ${owner}`,
  ])('the role of relay is refused: %s', async (statement) => {
    await expect(relay.pool.query(statement)).rejects.toMatchObject(refused);
  });
});
