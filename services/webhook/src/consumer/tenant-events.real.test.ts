import { createTransact } from '@patchbay/database/transaction';
import { findLeftovers } from '@patchbay/service/leftovers';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../receiver.fixture.ts';
import { destroyBy } from '../reconcile.ts';
import { tenantRowsOf } from '../store/tenant-rows.ts';
import { createTenant, startWebhook, type Tenant, type TestWebhook } from '../test-bed.fixture.ts';

let service: TestWebhook;
let receiver: Receiver;
beforeAll(async () => {
  service = await startWebhook();
  receiver = await startReceiver();
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const spring = () => ({ id: v7(), slug: 'spring', name: 'Spring' });
const endOf = ({ organizationId }: Tenant, { id, slug, name }: ReturnType<typeof spring>) =>
  service.trails.record(organizationId, {
    action: 'workspace.deleted',
    workspace: { slug, name },
    target: { type: 'workspace', id, name },
  });
/** Each delivery has the organization's own path. */
const addressOf = ({ organizationId }: Tenant) => `${receiver.url}/${organizationId}`;
const arrivedAt = ({ organizationId }: Tenant) =>
  receiver.received
    .filter(({ path }) => path.endsWith(organizationId))
    .map(({ body }) => (JSON.parse(body) as { type: string }).type);
const rowsOf = async ({ organizationId }: Tenant) =>
  Promise.all(
    ['webhooks', 'queues', 'cursors'].map(
      async (table) =>
        (await service.sql(`select 1 from ${table} where organization_id = $1`, organizationId)).length,
    ),
  );

describe('an inactive organization', () => {
  for (const [pause, end] of [
    ['organization.closed', 'organization.restored'],
    ['organization.suspended', 'organization.resumed'],
  ] as const)
    it(`nothing is delivered after ${pause}, not even its entry, until ${end}`, async () => {
      const [tenant, other] = [createTenant(service), createTenant(service)];
      await tenant.create(addressOf(tenant));
      await other.create(addressOf(other));
      await tenant.happen('user.updated');
      await service.deliver();
      await tenant.happen(pause, 'member.added');
      await other.happen('user.updated');
      await service.deliver();
      expect([arrivedAt(tenant), arrivedAt(other)]).toEqual([['user.updated'], ['user.updated']]);
      await tenant.happen(end);
      await service.deliver();
      expect(arrivedAt(tenant).toSorted()).toEqual(['user.updated', pause, 'member.added', end].toSorted());
    });

  it('replays wait until it is open again', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(addressOf(tenant));
    await tenant.happen('user.updated');
    await service.deliver();
    await tenant.happen('organization.closed');
    await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
    await service.worker('replays').runDue();
    expect(await service.sql('select after_sequence::int from replays where webhook_id = $1', id)).toEqual([
      { after_sequence: 0 },
    ]);
    await tenant.happen('organization.restored');
    await service.worker('replays').runDue();
    expect(await service.sql('select 1 from replays where webhook_id = $1', id)).toEqual([]);
    await service.deliver();
    expect(arrivedAt(tenant).filter((type) => type === 'user.updated')).toHaveLength(2);
  });
});

describe('a deleted workspace', () => {
  it('the webhooks that are filtered to it are deleted, and the others get the entry', async () => {
    const [tenant, workspace] = [createTenant(service), spring()];
    const filtered = await tenant.create(addressOf(tenant), { workspace });
    const elsewhere = await tenant.create(receiver.url, { workspace: spring() });
    const whole = await tenant.create(addressOf(tenant));
    const entry = endOf(tenant, workspace);
    await service.publish(entry);
    await service.publish(entry);
    await expect(tenant.get(filtered.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await tenant.get(elsewhere.id)).status).toBe('active');
    expect((await tenant.deliveries(whole.id)).map(({ action }) => action)).toEqual(['workspace.deleted']);
    await service.worker('deleted webhooks').runDue();
    expect(await service.sql('select 1 from webhooks where id = $1', filtered.id)).toEqual([]);
    expect(await service.eventsOf(tenant.organizationId)).not.toContainEqual(
      expect.objectContaining({ action: 'webhook.deleted' }),
    );
  });

  it('a webhook that was on its way cannot name it', async () => {
    const [tenant, workspace] = [createTenant(service), spring()];
    const { id } = await tenant.create(receiver.url);
    await service.publish(endOf(tenant, workspace));
    const refused = { code: 'not_found' };
    await expect(tenant.create(receiver.url, { workspace })).rejects.toMatchObject(refused);
    const scope = { case: 'workspace', value: workspace } as const;
    await expect(service.webhooks.updateWebhook({ id, scope }, tenant.as())).rejects.toMatchObject(refused);
    // Another one with the same slug can be named.
    await tenant.create(receiver.url, { workspace: spring() });
  });
});

describe('a deleted organization', () => {
  it('everything of it is removed, and entries that come later are ignored', async () => {
    const tenant = createTenant(service);
    await tenant.create(receiver.url, { workspace: spring() });
    await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    const [deleted] = await tenant.happen('organization.deleted');
    await service.worker('deleted webhooks').runDue();
    expect(await rowsOf(tenant)).toEqual([0, 0, 0]);
    await tenant.happen('integration.used');
    if (deleted) await service.publish(deleted);
    await tenant.happen('organization.restored');
    expect(await rowsOf(tenant)).toEqual([0, 0, 0]);
    await expect(tenant.create(receiver.url)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('its last entry is handled although entries before it are missing and audit has none any more', async () => {
    const tenant = createTenant(service);
    await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    service.trails.record(tenant.organizationId);
    service.trails.removeUpTo(tenant.organizationId, 2);
    await tenant.happen('organization.deleted');
    await service.worker('deleted webhooks').runDue();
    expect(await rowsOf(tenant)).toEqual([0, 0, 0]);
  });
});

it('what is left of a missing workspace or organization is found and destroyed, and nothing else', async () => {
  const [tenant, gone, workspace] = [createTenant(service), createTenant(service), spring()];
  const kept = await tenant.create(receiver.url);
  await tenant.create(receiver.url, { workspace });
  await gone.create(receiver.url);
  await gone.happen('user.updated');
  const find = () =>
    Array.fromAsync(
      findLeftovers(tenantRowsOf(service.db), async ({ organizationIds, workspaceIds }) => ({
        organizationIds: organizationIds.filter((id) => id === gone.organizationId),
        workspaceIds: workspaceIds.filter((id) => id === workspace.id),
      })),
    );
  const leftovers = await find();
  expect(new Map(leftovers.map(({ workspaceId, rows }) => [workspaceId, rows]))).toEqual(
    new Map([
      [null, { webhooks: 1, deliveries: 1, cursors: 1 }],
      [workspace.id, { webhooks: 1, deliveries: 0, cursors: 0 }],
    ]),
  );
  const destroy = destroyBy({ db: service.db, transact: createTransact(service.db) });
  for (const leftover of leftovers) await destroy(leftover);
  expect(await find()).toEqual([]);
  expect((await tenant.get(kept.id)).status).toBe('active');
  expect(await rowsOf(gone)).toEqual([0, 0, 0]);
});
