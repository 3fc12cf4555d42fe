import { setTimeout as sleep } from 'node:timers/promises';
import { createTransact } from '@patchbay/database/transaction';
import { savePause } from '@patchbay/events/paused-organizations';
import { drainUntil } from '@patchbay/runtime/runtime';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerWith, type Receiver, silence, startReceiver } from '../receiver.fixture.ts';
import { settleDelivery } from '../store/deliveries.ts';
import { claim } from '../store/queues.ts';
import { createTenant, patiently, startWebhook, type Tenant, type TestWebhook } from '../test-bed.fixture.ts';

let service: TestWebhook;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await startWebhook();
});
afterEach(async () => {
  // Nothing of a test is sent in the next one.
  await service.sql(`update queues set due_at = 'infinity'`);
  for (const receiver of receivers.splice(0)) await receiver.stop();
});
afterAll(() => service?.stop());

const receive = async (...given: Parameters<typeof startReceiver>) => {
  const receiver = await startReceiver(...given);
  receivers.push(receiver);
  return receiver;
};

/** Makes what waits due now. */
async function makeDue(webhookId: string): Promise<void> {
  await service.sql(
    `update deliveries set next_attempt_at = now() - interval '1 second' where webhook_id = $1 and status = 'pending' and leased_until is null`,
    webhookId,
  );
  await service.sql(
    `update queues set due_at = now() - interval '1 second' where webhook_id = $1`,
    webhookId,
  );
}

const many = (count: number) => Array<string>(count).fill('user.updated');

async function delivered(tenant: Tenant, webhookId: string, count: number): Promise<void> {
  const countDelivered = async () =>
    (await tenant.deliveries(webhookId)).filter(({ status }) => status === 'delivered').length;
  await expect.poll(countDelivered, patiently).toBe(count);
}

describe('a delivery', () => {
  it('an entry arrives as it was recorded, signed by Standard Webhooks', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    const { id, secret } = await tenant.create(receiver.url);
    const [entry] = await tenant.happen('user.updated');
    await expect.poll(() => receiver.received.length, patiently).toBe(1);
    const { headers, body } = receiver.received[0] ?? {};
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': entry?.id,
      'user-agent': expect.stringMatching(/^Patchbay-Webhooks\/\d/) as string,
    });
    const verified = new Verifier(secret).verify(body ?? '', headers as Record<string, string>);
    const data = JSON.parse(entry?.auditLog ?? '') as { occurredAt: string };
    expect(verified).toEqual({ type: 'user.updated', timestamp: data.occurredAt, data });
    await delivered(tenant, id, 1);
    expect((await tenant.get(id)).lastDeliveredAt).toBeDefined();
    expect((await tenant.deliveries(id))[0]).toMatchObject({
      entryId: entry?.id,
      sequence: 1n,
      attempts: 1,
      responseStatus: 204,
    });
  });

  it('entries of one webhook arrive in the order of the trail where the receiver answers one at a time', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    for (let count = 0; count < 5; count += 1) {
      await tenant.happen('user.updated');
      await expect.poll(() => receiver.received.length, patiently).toBe(count + 1);
    }
    expect(receiver.sequences()).toEqual([1, 2, 3, 4, 5]);
    await delivered(tenant, id, 5);
  });

  it('both secrets sign during the grace of a rotation, and only the new one afterwards', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    const { id, secret: old } = await tenant.create(receiver.url);
    const { secret: fresh } = await service.webhooks.rotateSecret({ id, graceHours: 24 }, tenant.as());
    const verifies = async (secret: string) => {
      const before = receiver.received.length;
      await service.webhooks.testWebhook({ id }, tenant.as());
      const { headers, body } = receiver.received[before] ?? {};
      try {
        new Verifier(secret).verify(body ?? '', headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect([await verifies(old), await verifies(fresh)]).toEqual([true, true]);
    await service.sql(
      `update webhooks set previous_secret_until = now() - interval '1 second' where id = $1`,
      id,
    );
    expect([await verifies(old), await verifies(fresh)]).toEqual([false, true]);
    const { secret: last } = await service.webhooks.rotateSecret({ id, graceHours: 0 }, tenant.as());
    expect([await verifies(fresh), await verifies(last)]).toEqual([false, true]);
    await expect(service.webhooks.rotateSecret({ id, graceHours: 169 }, tenant.as())).rejects.toMatchObject({
      problems: [{ path: 'graceHours' }],
    });
  });
});

describe('a delivery that fails', () => {
  it('a failed attempt is repeated after 5 s, its reason is shown, and a success ends the failure', async () => {
    const tenant = createTenant(service);
    const { organizationId } = tenant;
    const suspend = (suspended: boolean) =>
      savePause(service.db, { organizationId, asOf: new Date(), suspended });
    // Nothing of a suspended organization is sent: the repetition waits until the test has looked.
    const receiver = await receive(
      (response) => void suspend(true).then(() => response.writeHead(500).end()),
    );
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await expect.poll(async () => (await tenant.deliveries(id))[0]?.reason, patiently).toBeDefined();
    const [delivery] = await tenant.deliveries(id);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: 1,
      responseStatus: 500,
      reason: 'The receiver answered 500.',
    });
    const [row] = await service.sql(
      `select extract(epoch from next_attempt_at - last_attempt_at)::float8 as wait,
         extract(epoch from next_attempt_at - now())::float8 as "left" from deliveries where webhook_id = $1`,
      id,
    );
    expect(row?.['wait']).toBeGreaterThan(4.9);
    // Five seconds and a tenth of them.
    expect(row?.['left']).toBeLessThan(5.6);
    expect((await tenant.get(id)).lastFailure).toMatchObject({
      status: 500,
      reason: 'The receiver answered 500.',
    });
    receiver.answer = answerWith(200);
    await suspend(false);
    await makeDue(id);
    await delivered(tenant, id, 1);
    const webhook = await tenant.get(id);
    expect([webhook.lastFailure, webhook.pending]).toEqual([undefined, 0]);
    expect(receiver.received[0]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id']);
  });

  it('Retry-After of an answer is a lower bound of the wait', async () => {
    const receiver = await receive(answerWith(429, { 'retry-after': '7200' }));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await expect.poll(async () => (await tenant.deliveries(id))[0]?.reason, patiently).toBeDefined();
    const [row] = await service.sql(
      `select extract(epoch from next_attempt_at - now())::float8 as wait from deliveries where webhook_id = $1`,
      id,
    );
    expect(row?.['wait']).toBeGreaterThan(7_100);
    expect(row?.['wait']).toBeLessThan(7_201);
  });

  it('a delivery has failed for good after eleven attempts', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await expect
      .poll(async () => {
        await makeDue(id);
        return (await tenant.deliveries(id))[0]?.status;
      }, patiently)
      .toBe('failed');
    const [delivery] = await tenant.deliveries(id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 11 });
    expect(delivery?.nextAttemptAt).toBeUndefined();
    expect(receiver.received).toHaveLength(11);
    expect((await tenant.get(id)).status).toBe('active');
  });

  it('410 disables the webhook once, its trail says why, and what waits goes on when it is enabled', async () => {
    const receiver = await receive(answerWith(410));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen(...many(5));
    await expect.poll(async () => (await tenant.get(id)).status, patiently).toBe('disabled');
    await expect
      .poll(
        async () =>
          await service.sql('select from deliveries where webhook_id = $1 and leased_until is not null', id),
        patiently,
      )
      .toEqual([]);
    expect(await tenant.get(id)).toMatchObject({ disabledReason: 'gone', pending: 5 });
    const events = (await service.eventsOf(tenant.organizationId)).filter(
      ({ action }) => action === 'webhook.disabled',
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      actor: { type: 'system' },
      target: { type: 'webhook', id },
      metadata: { reason: 'gone', createdByEmail: tenant.email },
    });
    const before = receiver.received.length;
    await makeDue(id);
    await service.sql(`update queues set due_at = 'infinity' where webhook_id = $1`, id);
    receiver.answer = answerWith(204);
    await service.webhooks.updateWebhook({ id, status: 'active' }, tenant.as());
    await delivered(tenant, id, 5);
    expect(receiver.received.length - before).toBeGreaterThan(0);
  });

  it('five days without a success disable the webhook, and four do not', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const failFor = async (days: number) => {
      await service.sql(
        `update webhooks set failing_since = now() - $2 * interval '1 day' where id = $1`,
        id,
        days,
      );
      await tenant.happen('user.updated');
    };
    await failFor(4.9);
    await expect.poll(async () => (await tenant.deliveries(id))[0]?.reason, patiently).toBeDefined();
    expect((await tenant.get(id)).status).toBe('active');
    await failFor(5.01);
    await expect
      .poll(() => tenant.get(id), patiently)
      .toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  });

  it('an address that refuses connections is a failure with a reason', async () => {
    const receiver = await startReceiver();
    await receiver.stop();
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await expect
      .poll(async () => (await tenant.deliveries(id))[0]?.reason, patiently)
      .toBe('The receiver could not be reached.');
  });
});

describe('endpoints side by side', () => {
  it('an endpoint that does not answer takes ten places at most, and others get theirs at once', async () => {
    const [dead, alive] = [await receive(silence), await receive()];
    const [first, second] = [createTenant(service), createTenant(service)];
    await first.create(dead.url);
    const { id } = await second.create(alive.url);
    await first.happen(...many(40));
    await expect.poll(() => dead.open.now, patiently).toBe(10);
    await second.happen(...many(20));
    await delivered(second, id, 20);
    expect(dead.open.most).toBe(10);
  });

  it('an organization whose endpoints do not answer takes an eighth of the places, and others get theirs at once', async () => {
    const idle = await startWebhook({ workers: { concurrency: 0 } });
    const [dead, alive] = [await receive(silence), await receive()];
    try {
      const [first, second] = [createTenant(idle), createTenant(idle)];
      await first.create(dead.url);
      await first.create(dead.url);
      const { id } = await second.create(alive.url);
      const busy = await idle.replica({ workers: { concurrency: 16 }, stopTimeoutMs: 1_000 });
      await first.happen(...many(40));
      await expect.poll(() => dead.open.now, patiently).toBe(2);
      await second.happen(...many(20));
      await delivered(second, id, 20);
      expect(dead.open.most).toBe(2);
      await busy.stop();
    } finally {
      await idle.stop();
    }
  });

  it('two processes together send at most ten at once to one endpoint, and each delivery once', async () => {
    const receiver = await receive((response) => void setTimeout(() => response.writeHead(200).end(), 30));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const other = await service.replica({ workers: { pollMs: 20 } });
    await tenant.happen(...many(60));
    await delivered(tenant, id, 60);
    await other.stop();
    expect(receiver.open.most).toBeLessThanOrEqual(10);
    expect(receiver.sequences().toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
  });

  it('an endpoint that has failed for a minute gets one place until it succeeds', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await service.sql(`update webhooks set failing_since = now() - interval '1 minute' where id = $1`, id);
    await tenant.happen('user.updated');
    await expect.poll(async () => (await tenant.get(id)).lastFailure, patiently).toBeDefined();
    receiver.answer = silence;
    await tenant.happen(...many(20));
    await expect.poll(() => receiver.open.now, patiently).toBe(1);
    await sleep(500);
    expect(receiver.open.most).toBe(1);
  });
});

describe('a process that ends', () => {
  it('a claim of a dead process is taken over when its lease ends, and its late outcome has no effect', async () => {
    const idle = await startWebhook({ workers: { concurrency: 0 } });
    try {
      const tenant = createTenant(idle);
      const { id } = await tenant.create('http://localhost/');
      await tenant.happen('user.updated');
      const transact = createTransact(idle.db);
      const take = () => transact('test', (tx) => claim(tx, new Map([[id, 10]]), 60_000));
      const [dead] = await take();
      if (dead === undefined) throw new Error('nothing was claimed');
      expect(dead).toMatchObject({ attempts: 1 });
      expect(await take()).toEqual([]);
      // As if an hour had passed.
      await idle.sql(
        `update deliveries set leased_until = leased_until - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
         where webhook_id = $1`,
        id,
      );
      await idle.sql(`update queues set due_at = due_at - interval '1 hour' where webhook_id = $1`, id);
      expect(await take()).toMatchObject([{ id: dead.id, attempts: 2 }]);
      const attempt = {
        at: new Date(),
        isDelivered: true,
        status: 200,
        ms: 1,
        reason: null,
        retryAfterMs: undefined,
      };
      expect(await transact('test', (tx) => settleDelivery(tx, dead, attempt, undefined))).toBe(false);
      expect((await tenant.deliveries(id))[0]).toMatchObject({ status: 'pending', attempts: 2 });
    } finally {
      await idle.stop();
    }
  });

  it('deliveries of a process that stops while they are sent are sent by another one, as the same attempt', async () => {
    const receiver = await receive(silence);
    const idle = await startWebhook({ workers: { concurrency: 0 } });
    try {
      const tenant = createTenant(idle);
      const { id } = await tenant.create(receiver.url);
      const stopTimeoutMs = 600_000;
      const stopped = await idle.replica({ workers: { abortedMs: 60_000 }, stopTimeoutMs });
      await tenant.happen(...many(3));
      await expect.poll(() => receiver.open.now, patiently).toBe(3);
      receiver.answer = answerWith(204);
      // Only the time to drain is over soon: nothing else of the stop depends on the pace of the machine.
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      const timeouts = vi
        .spyOn(AbortSignal, 'timeout')
        .mockImplementation((ms) => timeout(ms === stopTimeoutMs * drainUntil ? 1_000 : ms));
      onTestFinished(() => timeouts.mockRestore());
      await stopped.stop();
      const next = await idle.replica();
      await delivered(tenant, id, 3);
      await next.stop();
      expect((await tenant.deliveries(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      expect(receiver.sequences().toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3, 3]);
    } finally {
      await idle.stop();
    }
  });
});

describe('a webhook whose address is changed', () => {
  it('a failure of the old address that comes late says nothing about the new one', async () => {
    const [old, next] = [await receive(silence), await receive()];
    const tenant = createTenant(service);
    const { id } = await tenant.create(old.url);
    const answers: (() => void)[] = [];
    old.answer = (response) => void answers.push(() => response.writeHead(410).end());
    await tenant.happen('user.updated');
    await expect.poll(() => answers.length, patiently).toBe(1);
    await service.webhooks.updateWebhook({ id, url: next.url }, tenant.as());
    answers[0]?.();
    await delivered(tenant, id, 1);
    expect(next.sequences()).toEqual([1]);
    expect(await tenant.get(id)).toMatchObject({ status: 'active' });
    expect((await tenant.get(id)).lastFailure).toBeUndefined();
  });
});

describe('a webhook that is deleted', () => {
  it('its deliveries are removed in the background, and nothing more is sent', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.sql(
      `insert into deliveries (id, webhook_id, entry_id, sequence, action, body, status, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), n, 'user.updated', '{}', 'delivered', now() from generate_series(2, 3000) n`,
      id,
    );
    await service.webhooks.deleteWebhook({ id }, tenant.as());
    await expect
      .poll(async () => (await service.sql('select from webhooks where id = $1', id)).length, patiently)
      .toBe(0);
    for (const table of ['deliveries', 'queues', 'replays'])
      expect(await service.sql(`select from ${table} where webhook_id = $1`, id)).toEqual([]);
    const before = receiver.received.length;
    await tenant.happen('user.updated');
    expect(receiver.received).toHaveLength(before);
  });
});
