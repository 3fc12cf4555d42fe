import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../receiver.fixture.ts';
import { createTenant, startWebhook, type TestWebhook } from '../test-bed.fixture.ts';

let service: TestWebhook;
let receiver: Receiver;
beforeAll(async () => {
  service = await startWebhook();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());
afterAll(() => service?.stop());

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const inOrder = (sequences: readonly number[]) => sequences.toSorted((a, b) => a - b);
const record = (organizationId: string, count: number) => {
  for (let recorded = 0; recorded < count; recorded += 1) service.trails.record(organizationId);
};
const replaysOf = (id: string) =>
  service.sql('select after_sequence::int from replays where webhook_id = $1', id);
/** Queues the pages of replays that are due, and sends them. */
const replayPage = async (process = service) => {
  await process.worker('replays').runDue();
  await service.deliver();
};
/** The time between two pages of a replay. */
const pageMs = 5_000;

it('a replay delivers everything after a sequence that the filter takes once more, a page every five seconds', async () => {
  const tenant = createTenant(service);
  for (let count = 0; count < 240; count += 1)
    service.trails.record(tenant.organizationId, {
      action: count % 2 === 0 ? 'user.updated' : 'member.added',
    });
  const { id } = await tenant.create(receiver.url, { actions: ['user.*'] });
  await tenant.happen('user.updated');
  await service.deliver();
  await service.webhooks.replayWebhook({ id, afterSequence: 10n }, tenant.as());
  const odd = (from: number, to: number) => range(from, to).filter((sequence) => sequence % 2 === 1);
  await replayPage();
  expect(inOrder(receiver.sequences())).toEqual([...odd(11, 110), 241]);
  await service.clock.advance(pageMs - 1);
  await replayPage();
  expect(await replaysOf(id)).toEqual([{ after_sequence: 110 }]);
  for (const wait of [1, pageMs]) {
    await service.clock.advance(wait);
    await replayPage();
  }
  expect(inOrder(receiver.sequences())).toEqual([...odd(11, 241), 241]);
  expect(await replaysOf(id)).toEqual([]);
  expect((await tenant.get(id)).pending).toBe(0);
});

it('a replay for a workspace delivers nothing of a deleted one that had its slug before', async () => {
  const tenant = createTenant(service);
  const [before, now] = [v7(), v7()];
  const happen = (action: string, id?: string) =>
    service.trails.record(tenant.organizationId, {
      action,
      workspace: { ...(id !== undefined && { id }), slug: 'again', name: 'Again' },
    });
  happen('workspace.created', before);
  happen('member.added');
  happen('workspace.deleted', before);
  await service.clock.advance(1_000);
  const createdAt = timestampFromDate(service.clock.now());
  happen('workspace.created', now);
  // Of the deleted one, recorded late; and without an id, by a process of the version before.
  happen('integration.deleted', before);
  happen('member.added');
  await service.clock.advance(1_000);
  const workspace = { id: now, slug: 'again', name: 'Again', createdAt };
  const { id } = await tenant.create(receiver.url, { workspace });
  await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
  await replayPage();
  expect(inOrder(receiver.sequences())).toEqual([4, 6]);
});

it('a replay waits while a hundred of its deliveries wait, and new entries go before them', async () => {
  const tenant = createTenant(service);
  record(tenant.organizationId, 500);
  const { id } = await tenant.create(receiver.url);
  await tenant.happen('user.updated');
  await service.deliver();
  await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
  await service.worker('replays').runDue();
  await service.clock.advance(pageMs);
  await service.worker('replays').runDue();
  expect((await tenant.get(id)).pending).toBe(100);
  await tenant.happen('user.updated');
  const single = await service.replica({ concurrency: 1 });
  await single.deliver();
  await single.stop();
  expect(receiver.sequences()).toEqual([501, 502, ...range(1, 100)]);
  await service.worker('replays').runDue();
  expect(await replaysOf(id)).toEqual([{ after_sequence: 200 }]);
  await service.webhooks.deleteWebhook({ id }, tenant.as());
});

it('a replay goes on in another process, and one that fails holds up no other', async () => {
  const [broken, tenant] = [createTenant(service), createTenant(service)];
  for (const [{ organizationId }, count] of [[broken, 10] as const, [tenant, 150] as const]) {
    record(organizationId, count);
    await service.sql(`insert into cursors values ($1, $2)`, organizationId, count);
  }
  service.trails.failFor = broken.organizationId;
  const stuck = await broken.create(receiver.url);
  const { id } = await tenant.create(receiver.url);
  await service.webhooks.replayWebhook({ id: stuck.id, afterSequence: 0n }, broken.as());
  await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
  const other = await service.replica();
  for (const process of [service, other]) {
    await replayPage(process);
    await service.clock.advance(pageMs);
  }
  await other.stop();
  expect(inOrder(receiver.sequences())).toEqual(range(1, 150));
  expect(await replaysOf(stuck.id)).toEqual([{ after_sequence: 0 }]);
  service.trails.failFor = undefined;
  await replayPage();
  expect(receiver.received).toHaveLength(160);
});

it('a replay waits for entries that audit does not show yet, up to the cursor of its moment', async () => {
  const tenant = createTenant(service);
  record(tenant.organizationId, 3);
  const { id } = await tenant.create(receiver.url);
  await service.sql(`insert into cursors values ($1, 5)`, tenant.organizationId);
  await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
  await replayPage();
  expect(receiver.received).toHaveLength(3);
  expect(await replaysOf(id)).toEqual([{ after_sequence: 3 }]);
  record(tenant.organizationId, 4);
  await service.clock.advance(pageMs);
  await replayPage();
  expect(await replaysOf(id)).toEqual([]);
  expect(inOrder(receiver.sequences())).toEqual(range(1, 5));
});
