import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerWith, type Receiver, silence, startReceiver } from '../receiver.fixture.ts';
import { createTenant, patiently, startWebhook, type TestWebhook } from '../test-bed.fixture.ts';

let service: TestWebhook;
let receiver: Receiver;
beforeAll(async () => {
  service = await startWebhook();
});
afterAll(() => service?.stop());

const withReceiver = async (work: () => Promise<void>) => {
  receiver = await startReceiver();
  try {
    await work();
  } finally {
    await receiver.stop();
  }
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const replaysOf = (id: string) =>
  service.sql('select after_sequence::int from replays where webhook_id = $1', id);

it('a replay delivers everything after a sequence that the filter takes once more, oldest first', () =>
  withReceiver(async () => {
    const tenant = createTenant(service);
    for (let count = 0; count < 240; count += 1)
      service.trails.record(tenant.organizationId, {
        action: count % 2 === 0 ? 'user.updated' : 'member.added',
      });
    const { id } = await tenant.create(receiver.url, { actions: ['user.*'] });
    await tenant.happen('user.updated');
    await expect.poll(() => receiver.sequences(), patiently).toEqual([241]);
    await service.webhooks.replayWebhook({ id, afterSequence: 10n }, tenant.as());
    const expected = [...range(11, 241).filter((sequence) => sequence % 2 === 1), 241];
    await expect.poll(() => receiver.received.length, patiently).toBe(expected.length);
    expect(receiver.sequences().toSorted((a, b) => a - b)).toEqual(expected);
    await expect.poll(() => replaysOf(id), patiently).toEqual([]);
    await expect.poll(async () => (await tenant.get(id)).pending, patiently).toBe(0);
  }));

it('a replay waits while a hundred of its deliveries wait, and new entries go before them', () =>
  withReceiver(async () => {
    const tenant = createTenant(service);
    for (let count = 0; count < 500; count += 1) service.trails.record(tenant.organizationId);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await expect.poll(() => receiver.sequences(), patiently).toEqual([501]);
    receiver.answer = silence;
    await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
    await expect.poll(() => receiver.open.now, patiently).toBe(10);
    const waiting = (await tenant.get(id)).pending;
    expect(waiting).toBeGreaterThanOrEqual(100);
    expect(waiting).toBeLessThan(200);
    await tenant.happen('user.updated');
    await service.sql(
      `update deliveries set leased_until = now(), next_attempt_at = now() where webhook_id = $1 and leased_until is not null`,
      id,
    );
    await service.sql(`update queues set due_at = now() where webhook_id = $1`, id);
    await expect.poll(() => receiver.sequences().includes(502), patiently).toBe(true);
    await service.webhooks.deleteWebhook({ id }, tenant.as());
  }));

it('a replay goes on in another process, and one that fails holds up no other', () =>
  withReceiver(async () => {
    const [broken, tenant] = [createTenant(service), createTenant(service)];
    for (const { organizationId } of [broken, tenant])
      for (let count = 0; count < 300; count += 1) service.trails.record(organizationId);
    service.trails.failFor = broken.organizationId;
    const stuck = await broken.create(receiver.url);
    const { id } = await tenant.create(receiver.url);
    await service.sql(
      `insert into cursors values ($1, 300), ($2, 300)`,
      broken.organizationId,
      tenant.organizationId,
    );
    await service.webhooks.replayWebhook({ id: stuck.id, afterSequence: 0n }, broken.as());
    await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
    const other = await service.replica();
    await expect.poll(() => receiver.received.length, patiently).toBe(300);
    await other.stop();
    expect(receiver.sequences().toSorted((a, b) => a - b)).toEqual(range(1, 300));
    expect(await replaysOf(stuck.id)).toEqual([{ after_sequence: 0 }]);
    service.trails.failFor = undefined;
    receiver.answer = answerWith(200);
    await expect.poll(() => replaysOf(stuck.id), patiently).toEqual([]);
    await expect.poll(() => receiver.received.length, patiently).toBe(600);
  }));

it('a replay waits for entries that audit does not show yet, up to the cursor of its moment', () =>
  withReceiver(async () => {
    const tenant = createTenant(service);
    const record = (count: number) => {
      for (let recorded = 0; recorded < count; recorded += 1) service.trails.record(tenant.organizationId);
    };
    record(3);
    const { id } = await tenant.create(receiver.url);
    await service.sql(`insert into cursors values ($1, 5)`, tenant.organizationId);
    await service.webhooks.replayWebhook({ id, afterSequence: 0n }, tenant.as());
    await expect.poll(() => receiver.received.length, patiently).toBe(3);
    expect(await replaysOf(id)).toEqual([{ after_sequence: 3 }]);
    record(4);
    await expect.poll(() => replaysOf(id), patiently).toEqual([]);
    await expect.poll(() => receiver.received.length, patiently).toBe(5);
    expect(receiver.sequences().toSorted((a, b) => a - b)).toEqual(range(1, 5));
  }));
