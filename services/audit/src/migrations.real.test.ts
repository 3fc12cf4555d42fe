import { createPublicKey } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import { createPool, type Database } from '@patchbay/database/pool';
import { provisionSchema } from '@patchbay/database/provision';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { canonicalForm } from '@patchbay/trail/canonical';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyChain, hashOf } from './domain/chain.ts';
import { columnsOf, type Entry } from './domain/entry.ts';
import { trailEvent } from './domain/trail-event.fixture.ts';
import { migrations, owner, schema } from './migrations.ts';
import { createVerifier } from './rpc/verify-audit-logs.ts';
import { findPage } from './store/pages.ts';
import { headKeys, logger, organizationMessage, startAudit } from './test-bed.fixture.ts';

/** When entries were recorded: the clock goes back twice, once over the end of a month. */
const times = ['2025-11-30T23:59:59.999Z', '2025-11-30T23:59:59.998Z', '2025-12-01T00:00:00.000Z'];
times.push('2025-11-30T23:59:59.000Z', '2026-02-28T12:00:00.120Z', '2026-02-28T12:00:00.119Z');

const strings = [
  '',
  ' ',
  'a"b\\c/d',
  '\b\f\n\r\t',
  '\u0001\u001f',
  '\u007f\u0080',
  '\u2028\u2029\ufeff',
  'ü€😀',
];
strings.push('\\u0041 \\ud83d', '\u{10ffff}', '<script>&amp;', 'null', '1e21');
const numbers = [
  1.5,
  1e21,
  1e-7,
  0.1,
  Number('12345678901234567'),
  -0.5,
  100,
  0,
  -1,
  1e20,
  123456789012345680000,
];
numbers.push(
  1e-6,
  1.23e-10,
  -1e-7,
  1.7976931348623157e308,
  5e-324,
  4.35,
  0.000001234,
  1e22,
  1.5e300,
  Number('333333333.33333329'),
);
const nested = {
  z: { b: [{ y: 1, x: [] }, {}, [[null, true, false]]], a: {} },
  Z: 1,
  'a b': 2,
  aa: 3,
  a: 4,
  _: 5,
};

/** Entries of a chain as version 0002 recorded them, with the package's RFC 8785 form. */
function oldChain(length: number): { entry: Entry; hash: string }[] {
  let newest = emptyChain;
  return Array.from({ length }, (_, index) => {
    const recordedAt = times[index % times.length] ?? '';
    const {
      occurredAt: _occurredAt,
      id: _id,
      ...event
    } = trailEvent({
      actor: {
        type: 'user',
        id: index % 2 ? null : 'u1',
        email: null,
        name: strings[index % strings.length] ?? '',
        apiKeyPrefix: null,
      },
      workspace: index % 3 ? { slug: 'spring', name: strings[(index + 1) % strings.length] ?? '' } : null,
      userAgent: strings[(index + 2) % strings.length] ?? '',
      changes: [{ field: 'name', before: numbers[index % numbers.length] ?? 0, after: [...strings] }],
      metadata: index === 0 ? { ...nested, numbers } : { text: strings[index % strings.length] ?? '' },
    });
    const entry: Entry = {
      id: v7(),
      ...event,
      occurredAt: new Date(Date.parse(recordedAt) - index * 1_000).toISOString(),
      recordedAt,
      sequence: newest.sequence + 1,
      previousHash: newest.hash,
    };
    const hash = hashOf(canonicalForm(entry));
    newest = { sequence: entry.sequence, hash, recordedAt: new Date(recordedAt) };
    return { entry, hash };
  });
}

describe('an installation of before', () => {
  const organizationId = v7();
  const chain = oldChain(30);
  let database: TestDatabase;
  let directory: string;
  let service: Database;
  let asOwner: Database;

  const passwordOf = (role: string) => `test-password-of-${role}`;
  const provision = () =>
    provisionSchema({
      adminUrl: database.adminUrl,
      schema,
      password: passwordOf(schema),
      owner: { role: owner, password: passwordOf(owner) },
    });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'audit-migrations-'));
    for (const name of ['0001_init', '0002_entry_bytes'])
      await cp(new URL(`./prisma/migrations/${name}/`, import.meta.url), join(directory, name), {
        recursive: true,
      });
    const old: Migrations[] = [{ directory: pathToFileURL(`${directory}/`) }];
    database = await createTestDatabase({ schema, owner, migrations: old });
    // One role owned the schema, migrated it and was the service's.
    const admin = createPool({ url: database.adminUrl, applicationName: 'test', ...patience, logger });
    await admin.pool.query('reassign owned by audit_owner to audit');
    await admin.component.stop();
    service = createPool({ url: database.url, applicationName: 'test', ...patience, logger });
    for (const { entry, hash } of chain) {
      const { action, occurredAt, actorId, workspaceSlug, targetType, targetId } = columnsOf(entry);
      await service.pool.query(
        `insert into entries (organization_id, sequence, id, event_id, action, occurred_at, recorded_at, actor_id, workspace_slug,
           target_type, target_id, entry, hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          organizationId,
          entry.sequence,
          entry.id,
          v7(),
          action,
          occurredAt,
          entry.recordedAt,
          actorId,
          workspaceSlug,
          targetType,
          targetId,
          JSON.stringify(entry),
          hash,
        ],
      );
    }
    const values = [organizationId, chain.length, chain.at(-1)?.hash];
    await service.pool.query(
      'insert into chain_heads (organization_id, sequence, hash) values ($1, $2, $3)',
      values,
    );
    await service.component.stop();
  });
  afterAll(async () => {
    await service?.component.stop();
    await asOwner?.component.stop();
    await rm(directory, { recursive: true, force: true });
    await database?.drop();
  });

  it('the role of the service cannot migrate', async () => {
    await expect(migrate({ url: database.url, schema, migrations, logger })).rejects.toThrow(
      'migrate as its owner',
    );
  });

  it('a migration keeps every entry and its hash, as the text that was hashed', async () => {
    const { url, ownerUrl } = await provision();
    service = createPool({ url, applicationName: 'test', ...patience, logger });
    asOwner = createPool({ url: ownerUrl, applicationName: 'test', ...patience, logger });
    const applied = await migrate({ url: ownerUrl, schema, migrations, logger });
    expect(applied[0]).toBe('0003_partitions');
    const { rows } = await service.pool.query<{ entry: string; hash: string }>(
      'select entry, hash from entries order by sequence',
    );
    expect(rows).toEqual(chain.map(({ entry, hash }) => ({ entry: canonicalForm(entry), hash })));
  });

  it('a migrated trail over several months verifies', async () => {
    const verify = createVerifier(service, [createPublicKey(headKeys.privateKey)]);
    expect(await verify(organizationId, 0, new AbortController().signal)).toEqual({
      checked: 30,
      firstBrokenSequence: undefined,
      nextSequence: undefined,
    });
    const { rows } = await asOwner.pool.query(
      'select distinct tableoid::regclass::text as name from entries order by 1',
    );
    expect(rows.map(({ name }) => name)).toEqual(['entries_2025_11', 'entries_2025_12', 'entries_2026_02']);
  });

  it('all entries of a migrated trail are found by the time at which they occurred', async () => {
    const moments = chain
      .map(({ entry }) => Date.parse(entry.occurredAt))
      .toSorted((one, other) => one - other);
    const to = new Date(moments[10] ?? 0);
    const { entries } = await findPage(service, organizationId, {
      before: undefined,
      limit: 200,
      filters: { to },
    });
    expect(entries).toHaveLength(moments.filter((moment) => moment < to.getTime()).length);
  });

  it('provisioning and migrating again changes nothing', async () => {
    const { ownerUrl } = await provision();
    expect(await migrate({ url: ownerUrl, schema, migrations, logger })).toEqual([]);
  });

  it('a migrated service is ready and continues the chain', async () => {
    const audit = await startAudit(database.url);
    try {
      expect(await audit.notReady()).toEqual({});
      await audit.publish(organizationMessage(organizationId));
    } finally {
      await audit.stop();
    }
    const verify = createVerifier(service, [createPublicKey(headKeys.privateKey)]);
    expect(await verify(organizationId, 0, new AbortController().signal)).toMatchObject({
      checked: 31,
      firstBrokenSequence: undefined,
    });
  });
});
