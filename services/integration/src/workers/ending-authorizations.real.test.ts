import { createPool } from '@patchbay/database/pool';
import { createPrismaTransact, prismaAdapter } from '@patchbay/database/prisma';
import { createOutbox } from '@patchbay/events/outbox';
import { createLogger } from '@patchbay/telemetry/logger';
import { patience } from '@patchbay/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patiently } from '../attempts/attempts.fixture.ts';
import { schema } from '../migrations.ts';
import { PrismaClient } from '../prisma/generated/client.ts';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { startIntegration, type TestIntegration } from '../test-bed.fixture.ts';
import { createEndingAuthorizations } from './ending-authorizations.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const day = 86_400_000;
/** Years ahead of the clock of the worker that runs in the service: for it nothing here ends soon. */
const start = new Date('2040-03-01T12:00:00.000Z');
const after = (days: number): Date => new Date(start.getTime() + days * day);

let service: TestIntegration;
let db: ReturnType<typeof createPool>;
let parts: Parameters<typeof createEndingAuthorizations>[0];
beforeAll(async () => {
  service = await startIntegration();
  db = createPool({ url: service.url, applicationName: 'test', ...patience, logger });
  const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema), errorFormat: 'minimal' });
  parts = { transact: createPrismaTransact(prisma, db), outbox: createOutbox(schema), logger };
});
afterAll(async () => {
  await db?.component.stop();
  await service?.stop();
});

/** Rounds of a worker at this moment, until nothing is left. */
async function lookAt(now: Date): Promise<void> {
  const worker = createEndingAuthorizations(parts, { now: () => now, pollMs: 3_600_000 });
  await worker.start();
  await worker.drain(AbortSignal.timeout(60_000));
  await worker.stop();
}

async function newIntegration(tenant: Tenant, endsAt: Date | null, status = 'active'): Promise<string> {
  const { id } = await tenant.create();
  await service.db.pool.query(
    'update integrations set status = $2, connected_at = now(), authorization_ends_at = $3 where id = $1',
    [id, status, endsAt],
  );
  return id;
}

/** What the trail was told since the last call. */
const toldTo = async (tenant: Tenant) =>
  (await tenant.trail()).flatMap(({ action, actor, target, metadata }) =>
    action === 'integration.authorization_ending' ? [{ actor, id: target.id, metadata }] : [],
  );
const told = (id: string, endsAt: Date, daysLeft: 7 | 1) => ({
  actor: 'system',
  id,
  metadata: { provider: 'criteo', endsAt: endsAt.toISOString(), daysLeft },
});

describe('an authorization that will end', () => {
  it('the trail is told once a week before the end, and once a day before it', async () => {
    const tenant = createTenant(service);
    const end = after(7);
    const id = await newIntegration(tenant, end);
    await lookAt(new Date(start.getTime() - 1));
    expect(await toldTo(tenant)).toEqual([]);
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([told(id, end, 7)]);
    for (const days of [0, 1, 5.99]) await lookAt(after(days));
    expect(await toldTo(tenant)).toEqual([]);
    await lookAt(after(6));
    expect(await toldTo(tenant)).toEqual([told(id, end, 1)]);
    for (const days of [6, 6.99, 7, 8]) await lookAt(after(days));
    expect(await toldTo(tenant)).toEqual([]);
  });

  it('an end that is found within its last day is told with one day left alone', async () => {
    const tenant = createTenant(service);
    const end = after(0.5);
    const id = await newIntegration(tenant, end);
    await lookAt(start);
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([told(id, end, 1)]);
  });

  it('nothing is told of an end that has passed, or of an integration that is not active or has no end', async () => {
    const tenant = createTenant(service);
    await newIntegration(tenant, start);
    await newIntegration(tenant, null);
    const ids: string[] = [];
    for (const status of ['pending', 'error', 'disabled'])
      ids.push(await newIntegration(tenant, after(3), status));
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([]);
    await service.db.pool.query(`update integrations set status = 'active' where id = $1`, [ids[1]]);
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([told(ids[1] ?? '', after(3), 7)]);
  });

  it('a new end is told again', async () => {
    const tenant = createTenant(service);
    const id = await newIntegration(tenant, after(1));
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([told(id, after(1), 1)]);
    await service.db.pool.query('update integrations set authorization_ends_at = $2 where id = $1', [
      id,
      after(60),
    ]);
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([]);
    await lookAt(after(54));
    await lookAt(after(59.5));
    expect(await toldTo(tenant)).toEqual([told(id, after(60), 7), told(id, after(60), 1)]);
  });

  it('two workers tell each of many ends once', async () => {
    const tenant = createTenant(service);
    await tenant.create();
    await service.db.pool.query(
      `insert into integrations (id, workspace_id, provider, name, status, connected_at, authorization_ends_at)
       select gen_random_uuid(), $1, 'criteo', 'Many', 'active', now(), $2::timestamptz + place * interval '1 minute'
       from generate_series(1, 450) as place`,
      [tenant.workspaceId, after(2)],
    );
    for (let round = 0; round < 4; round += 1) await Promise.all([lookAt(start), lookAt(start)]);
    const ids = (await toldTo(tenant)).map(({ id }) => id);
    expect(ids).toHaveLength(450);
    expect(new Set(ids).size).toBe(450);
  });

  it('an end that could not be recorded is told later', async () => {
    const tenant = createTenant(service);
    const id = await newIntegration(tenant, after(3));
    let failures = 0;
    const record = async (): Promise<void> => {
      failures += 1;
      throw new Error('no outbox');
    };
    const failing = { ...parts, outbox: { record } };
    const worker = createEndingAuthorizations(failing, { now: () => start, pollMs: 3_600_000 });
    await worker.start();
    await expect.poll(() => failures, patiently).toBeGreaterThan(0);
    await worker.stop();
    expect(await toldTo(tenant)).toEqual([]);
    await lookAt(start);
    expect(await toldTo(tenant)).toEqual([told(id, after(3), 7)]);
  });
});
