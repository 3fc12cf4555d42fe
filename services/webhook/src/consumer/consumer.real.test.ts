import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../receiver.fixture.ts';
import { createTenant, startWebhook, type Tenant, type TestWebhook } from '../test-bed.fixture.ts';
import { publishedMessage } from '../trail.fixture.ts';

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

const queuedFor = async (webhookId: string) =>
  (
    await service.sql(
      'select sequence::int from deliveries where webhook_id = $1 order by sequence',
      webhookId,
    )
  ).map(({ sequence }) => sequence);
const cursorOf = async ({ organizationId }: Tenant) => {
  const [row] = await service.sql(
    'select sequence::int from cursors where organization_id = $1',
    organizationId,
  );
  return row?.['sequence'];
};

describe('filters', () => {
  it('a webhook gets the actions, groups and the workspace that it names, and nothing of another organization', async () => {
    const tenant = createTenant(service);
    const workspace = { id: v7(), slug: 'spring', name: 'Spring' };
    const [all, named, group, spring] = [
      await tenant.create(receiver.url),
      await tenant.create(receiver.url, { actions: ['member.added'] }),
      await tenant.create(receiver.url, { actions: ['workspace.*', 'member.removed'] }),
      await tenant.create(receiver.url, { workspace }),
    ];
    const stranger = await createTenant(service).create(receiver.url);
    const record = (action: string, slug?: string) =>
      service.trails.record(tenant.organizationId, {
        action,
        ...(slug && { workspace: { id: slug === 'spring' ? workspace.id : v7(), slug, name: slug } }),
      });
    await service.publish(
      record('member.added'),
      record('workspace.created', 'spring'),
      record('workspace_member.added', 'autumn'),
      record('member.removed'),
    );
    expect(await queuedFor(all.id)).toEqual([1, 2, 3, 4]);
    expect(await queuedFor(named.id)).toEqual([1]);
    expect(await queuedFor(group.id)).toEqual([2, 4]);
    expect(await queuedFor(spring.id)).toEqual([2]);
    expect(await queuedFor(stranger.id)).toEqual([]);
    expect((await tenant.get(all.id)).pending).toBe(4);
  });

  it('a disabled webhook gets nothing of what comes up meanwhile', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.webhooks.updateWebhook({ id, status: 'disabled' }, tenant.as());
    await tenant.happen('user.updated', 'user.updated');
    await service.webhooks.updateWebhook({ id, status: 'active' }, tenant.as());
    await tenant.happen('user.updated');
    expect(await queuedFor(id)).toEqual([1, 4]);
  });

  it('a webhook shows the new name of its workspace', async () => {
    const tenant = createTenant(service);
    const workspace = { id: v7(), slug: 'spring', name: 'Spring' };
    const { id } = await tenant.create(receiver.url, { workspace });
    const renamed = (name: string) =>
      service.trails.record(tenant.organizationId, {
        action: 'workspace.updated',
        workspace: { id: workspace.id, slug: 'spring', name },
        target: { type: 'workspace', id: workspace.id, name },
      });
    const [first, second] = [renamed('Summer'), renamed('Autumn')];
    await service.publish(first, second);
    await service.publish(first);
    expect((await tenant.get(id)).workspace).toMatchObject({ slug: 'spring', name: 'Autumn' });
  });
});

describe('the cursor of a trail', () => {
  it('an entry is queued once, however often and in whatever batches it arrives', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const entries = await tenant.happen('user.updated', 'user.updated', 'user.updated');
    await service.publish(...entries, ...entries);
    await service.publish(...entries.slice(1));
    await service.publish(...entries.toReversed());
    expect(await queuedFor(id)).toEqual([1, 2, 3]);
    expect(await cursorOf(tenant)).toBe(3);
  });

  it('the trail of an organization begins with the first entry that arrives', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    for (let count = 0; count < 5; count += 1) service.trails.record(tenant.organizationId);
    await tenant.happen('user.updated');
    expect(await queuedFor(id)).toEqual([6]);
  });

  it('entries that never arrived are read from audit, in pages, before the one that shows the gap', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    for (let count = 0; count < 450; count += 1) service.trails.record(tenant.organizationId);
    const [last] = await tenant.happen('user.updated');
    expect(last?.sequence).toBe(452);
    expect(await queuedFor(id)).toEqual(Array.from({ length: 452 }, (_, index) => index + 1));
    expect(await cursorOf(tenant)).toBe(452);
  });

  it('a gap inside a batch loses neither the entries before it nor those in it', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const [first, second, , fourth, , sixth] = Array.from({ length: 6 }, () =>
      service.trails.record(tenant.organizationId),
    );
    if (!first || !second || !fourth || !sixth) throw new Error('no entries');
    await service.publish(first);
    await service.publish(second, fourth, sixth);
    expect(await queuedFor(id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('entries that retention has removed are left out, and later ones are queued', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    for (let count = 0; count < 5; count += 1) service.trails.record(tenant.organizationId);
    service.trails.removeUpTo(tenant.organizationId, 4);
    await tenant.happen('user.updated');
    expect(await queuedFor(id)).toEqual([1, 5, 6, 7]);
  });

  it('a batch waits while audit is away or does not have the entries yet, and nothing is left out', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    const missing = service.trails.record(tenant.organizationId);
    const next = service.trails.record(tenant.organizationId);
    service.trails.failFor = tenant.organizationId;
    await expect(service.publish(next)).rejects.toThrow('audit');
    service.trails.failFor = undefined;
    // As a replica that is behind: it ends before the entry that has arrived.
    const ahead = { ...next, sequence: 9, auditLog: next.auditLog.replace('"sequence":3', '"sequence":9') };
    await expect(service.publish(ahead)).rejects.toThrow('does not have the entries yet');
    expect(await cursorOf(tenant)).toBe(3);
    await service.publish(missing, next);
    expect(await queuedFor(id)).toEqual([1, 2, 3]);
  });

  it('two processes that consume the same entries queue each once', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const other = await service.replica();
    const entries = Array.from({ length: 60 }, () => service.trails.record(tenant.organizationId));
    await Promise.all(
      [service, other].map(async (one, index) => {
        for (let start = 0; start < entries.length; start += 7 + index)
          await one.publish(...entries.slice(start, start + 7 + index));
      }),
    );
    await other.stop();
    expect(await queuedFor(id)).toEqual(entries.map(({ sequence }) => sequence));
  });

  it('a batch that is interrupted before its commit is queued as a whole afterwards', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.asOwner(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    );
    await service.asOwner(
      `create trigger refuse before update on cursors for each row execute function refuse()`,
    );
    const entries = [1, 2, 3].map(() => service.trails.record(tenant.organizationId));
    await expect(service.publish(...entries)).rejects.toThrow('refused');
    expect(await queuedFor(id)).toEqual([1]);
    await service.asOwner('drop function refuse cascade');
    await service.publish(...entries);
    expect(await queuedFor(id)).toEqual([1, 2, 3, 4]);
  });
});

it('a message without a valid entry becomes a dead letter, and the others are queued', async () => {
  const tenant = createTenant(service);
  const { id } = await tenant.create(receiver.url);
  const [good, bad] = [
    service.trails.record(tenant.organizationId),
    { ...service.trails.record(tenant.organizationId), auditLog: '{"not":"an entry"}' },
  ];
  await service.publishMessage(publishedMessage(bad), publishedMessage(good));
  expect(await queuedFor(id)).toEqual([1]);
  // The entry of the dead letter is read from audit when the next one arrives.
  await tenant.happen('user.updated');
  expect(await queuedFor(id)).toEqual([1, 2, 3]);
});
