import { createTransact } from '@patchbay/database/transaction';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';
import { createEndingAuthorizations } from './ending-authorizations.ts';

const day = 86_400_000;

const service = await sharedIntegration();

const inDays = (days: number): Date => new Date(service.clock.now().getTime() + days * day);
const look = () => service.runDue('ending authorizations');
/** Moves the clock by so many days, and looks for what ends soon. */
async function lookAfter(days: number): Promise<void> {
  await service.clock.jump(days * day);
  await look();
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
    const end = new Date(inDays(7).getTime() + 1);
    const id = await newIntegration(tenant, end);
    await look();
    expect(await toldTo(tenant)).toEqual([]);
    await lookAfter(1 / day);
    expect(await toldTo(tenant)).toEqual([told(id, end, 7)]);
    for (const days of [0, 1, 4.99]) await lookAfter(days);
    expect(await toldTo(tenant)).toEqual([]);
    await lookAfter(0.01);
    expect(await toldTo(tenant)).toEqual([told(id, end, 1)]);
    for (const days of [0, 0.99, 0.01, 1]) await lookAfter(days);
    expect(await toldTo(tenant)).toEqual([]);
  });

  it('an end that is found within its last day is told with one day left alone', async () => {
    const tenant = createTenant(service);
    const end = inDays(0.5);
    const id = await newIntegration(tenant, end);
    await look();
    await look();
    expect(await toldTo(tenant)).toEqual([told(id, end, 1)]);
  });

  it('nothing is told of an end that has passed, or of an integration that is not active or has no end', async () => {
    const tenant = createTenant(service);
    const end = inDays(3);
    await newIntegration(tenant, inDays(0));
    await newIntegration(tenant, null);
    const ids: string[] = [];
    for (const status of ['pending', 'error', 'disabled'])
      ids.push(await newIntegration(tenant, end, status));
    await look();
    expect(await toldTo(tenant)).toEqual([]);
    await service.db.pool.query(`update integrations set status = 'active' where id = $1`, [ids[1]]);
    await look();
    expect(await toldTo(tenant)).toEqual([told(ids[1] ?? '', end, 7)]);
  });

  it('a new end is told again', async () => {
    const tenant = createTenant(service);
    const [first, second] = [inDays(1), inDays(60)];
    const id = await newIntegration(tenant, first);
    await look();
    expect(await toldTo(tenant)).toEqual([told(id, first, 1)]);
    await service.db.pool.query('update integrations set authorization_ends_at = $2 where id = $1', [
      id,
      second,
    ]);
    await look();
    expect(await toldTo(tenant)).toEqual([]);
    await lookAfter(54);
    await lookAfter(5.5);
    expect(await toldTo(tenant)).toEqual([told(id, second, 7), told(id, second, 1)]);
  });

  it('two processes tell each of many ends once', async () => {
    const tenant = createTenant(service);
    await tenant.create();
    const replica = await service.replica();
    await service.db.pool.query(
      `insert into integrations (id, workspace_id, provider, name, status, connected_at, authorization_ends_at)
       select gen_random_uuid(), $1, 'criteo', 'Many', 'active', now(), $2::timestamptz + place * interval '1 minute'
       from generate_series(1, 450) as place`,
      [tenant.workspaceId, inDays(2)],
    );
    // One that finds the rows of the other locked has less to do.
    await Promise.all([look(), replica.runDue('ending authorizations')]);
    await look();
    const ids = (await toldTo(tenant)).map(({ id }) => id);
    expect(ids).toHaveLength(450);
    expect(new Set(ids).size).toBe(450);
    await replica.stop();
  });

  it('an end that could not be recorded is told later', async () => {
    const tenant = createTenant(service);
    const end = inDays(3);
    const id = await newIntegration(tenant, end);
    const worker = createEndingAuthorizations({
      transact: createTransact(service.db),
      outbox: { record: () => Promise.reject(new Error('no outbox')) },
      logger: createLogger({ service: 'test', level: 'silent' }),
      clock: service.clock,
    });
    await expect(worker.runDue()).rejects.toThrow('no outbox');
    expect(await toldTo(tenant)).toEqual([]);
    await look();
    expect(await toldTo(tenant)).toEqual([told(id, end, 7)]);
  });
});
