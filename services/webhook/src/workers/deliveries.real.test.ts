import type { ServerResponse } from 'node:http';
import { createTransact } from '@patchbay/database/transaction';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerWith, type Received, type Receiver, silence, startReceiver } from '../receiver.fixture.ts';
import { settleDelivery } from '../store/deliveries.ts';
import { claim } from '../store/queues.ts';
import { createTenant, startWebhook, type TestWebhook } from '../test-bed.fixture.ts';

let service: TestWebhook;
const receivers: Receiver[] = [];
const sending: Promise<void>[] = [];
beforeAll(async () => {
  service = await startWebhook();
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
  await Promise.all(sending.splice(0));
  // Nothing of a test is sent in the next one.
  await service.sql(`update queues set due_at = 'infinity'`);
});
afterAll(() => service?.stop());

const receive = async (...given: Parameters<typeof startReceiver>) => {
  const receiver = await startReceiver(...given);
  receivers.push(receiver);
  return receiver;
};

/** Sends what is due now, to receivers that may not answer: it goes on until they stop. */
const beginToDeliver = (process = service): Promise<void> => {
  const run = process.deliver();
  sending.push(run);
  return run;
};

const many = (count: number) => Array<string>(count).fill('user.updated');
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const inOrder = (sequences: readonly number[]) => sequences.toSorted((a, b) => a - b);
const minutes = (count: number) => count * 60_000;
const days = (count: number) => minutes(count * 24 * 60);

/** Milliseconds from the current moment to the next attempt of the newest delivery. */
async function nextAttemptIn(webhookId: string): Promise<number> {
  const [row] = await service.sql(
    'select next_attempt_at as at from deliveries where webhook_id = $1 order by sequence desc limit 1',
    webhookId,
  );
  return Number(row?.['at']) - service.clock.now().getTime();
}

const isSignedBy = (secret: string, { headers, body }: Received): boolean => {
  const seconds = Number(headers['webhook-timestamp']);
  const signature = new Verifier(secret).sign(String(headers['webhook-id']), new Date(seconds * 1_000), body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
};

describe('a delivery', () => {
  it('an entry arrives as it was recorded, signed by Standard Webhooks', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    const { id, secret } = await tenant.create(receiver.url);
    const [entry] = await tenant.happen('user.updated');
    await service.deliver();
    const [received] = receiver.received;
    if (received === undefined) throw new Error('nothing has arrived');
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': entry?.id,
      'user-agent': expect.stringMatching(/^Patchbay-Webhooks\/\d/) as string,
    });
    expect(isSignedBy(secret, received)).toBe(true);
    const data = JSON.parse(entry?.auditLog ?? '') as { occurredAt: string };
    expect(JSON.parse(received.body)).toEqual({ type: 'user.updated', timestamp: data.occurredAt, data });
    expect((await tenant.get(id)).lastDeliveredAt).toBeDefined();
    expect(await tenant.deliveries(id)).toMatchObject([
      { entryId: entry?.id, sequence: 1n, status: 'delivered', attempts: 1, responseStatus: 204 },
    ]);
  });

  it('a started process sends an entry as soon as it is queued', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    await tenant.create(receiver.url);
    // Its clock stands still: only the notification of the database wakes it.
    const started = await service.replica({ startsWorkers: true });
    await tenant.happen('user.updated');
    await receiver.arrived(1);
    await started.stop();
    expect(receiver.sequences()).toEqual([1]);
  });

  it('entries of one webhook are sent in the order of the trail', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    await tenant.create(receiver.url);
    await tenant.happen(...many(5));
    const single = await service.replica({ concurrency: 1 });
    await single.deliver();
    await single.stop();
    expect(receiver.sequences()).toEqual(range(5));
  });

  it('both secrets sign during the grace of a rotation, and only the new one afterwards', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    const { id, secret: old } = await tenant.create(receiver.url);
    const { secret: fresh } = await service.webhooks.rotateSecret({ id, graceHours: 24 }, tenant.as());
    const signedBy = async (...secrets: string[]) => {
      await service.webhooks.testWebhook({ id }, tenant.as());
      const received = receiver.received.at(-1) as Received;
      return secrets.map((secret) => isSignedBy(secret, received));
    };
    await service.clock.advance(days(1) - 1);
    expect(await signedBy(old, fresh)).toEqual([true, true]);
    await service.clock.advance(1);
    expect(await signedBy(old, fresh)).toEqual([false, true]);
    const { secret: last } = await service.webhooks.rotateSecret({ id, graceHours: 0 }, tenant.as());
    expect(await signedBy(fresh, last)).toEqual([false, true]);
    await expect(service.webhooks.rotateSecret({ id, graceHours: 169 }, tenant.as())).rejects.toMatchObject({
      problems: [{ path: 'graceHours' }],
    });
  });
});

describe('a delivery that fails', () => {
  it('a failed attempt is repeated after 5 s, its reason is shown, and a success ends the failure', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.deliver();
    const reason = 'The receiver answered 500.';
    expect(await tenant.deliveries(id)).toMatchObject([
      { status: 'pending', attempts: 1, responseStatus: 500, reason },
    ]);
    expect((await tenant.get(id)).lastFailure).toMatchObject({ status: 500, reason });
    receiver.answer = answerWith(200);
    await service.clock.advance(4_999);
    await service.deliver();
    expect(receiver.received).toHaveLength(1);
    // Five seconds and a tenth of them.
    await service.clock.advance(501);
    await service.deliver();
    const webhook = await tenant.get(id);
    expect([webhook.lastFailure, webhook.pending]).toEqual([undefined, 0]);
    const [first, second] = receiver.received;
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
  });

  it('Retry-After of an answer is a lower bound of the wait', async () => {
    const receiver = await receive(answerWith(429, { 'retry-after': '7200' }));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.deliver();
    expect(await nextAttemptIn(id)).toBe(minutes(120));
  });

  it('a delivery has failed for good after eleven attempts', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.deliver();
    for (let attempts = 1; attempts < 11; attempts += 1) {
      await service.clock.advance(await nextAttemptIn(id));
      await service.deliver();
    }
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
    await service.deliver();
    expect(await tenant.get(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone', pending: 5 });
    const events = (await service.eventsOf(tenant.organizationId)).filter(
      ({ action }) => action === 'webhook.disabled',
    );
    expect(events).toMatchObject([
      {
        actor: { type: 'system' },
        target: { type: 'webhook', id },
        metadata: { reason: 'gone', createdByEmail: tenant.email },
      },
    ]);
    const before = receiver.received.length;
    receiver.answer = answerWith(204);
    await service.clock.advance(minutes(1));
    await service.deliver();
    expect(receiver.received).toHaveLength(before);
    await service.webhooks.updateWebhook({ id, status: 'active' }, tenant.as());
    await service.deliver();
    expect((await tenant.get(id)).pending).toBe(0);
  });

  it('a receiver that does not answer within 15 s has failed; while the attempt runs, the next one has no time', async () => {
    const receiver = await receive(silence);
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    const delivered = beginToDeliver();
    await receiver.arrived(1);
    const [running] = await tenant.deliveries(id);
    expect([running?.attempts, running?.nextAttemptAt, running?.lastAttemptAt]).toEqual([
      1,
      undefined,
      undefined,
    ]);
    await service.clock.advance(15_000);
    await delivered;
    expect(await tenant.deliveries(id)).toMatchObject([
      { status: 'pending', responseMs: 15_000, reason: 'The receiver did not answer within 15 s.' },
    ]);
  });

  it('an address that refuses connections is a failure with a reason', async () => {
    const receiver = await startReceiver();
    await receiver.stop();
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen('user.updated');
    await service.deliver();
    expect(await tenant.deliveries(id)).toMatchObject([{ reason: 'The receiver could not be reached.' }]);
  });
});

describe('endpoints side by side', () => {
  it('an endpoint that does not answer takes ten places at most, and others get theirs at once', async () => {
    const [dead, alive] = [await receive(silence), await receive()];
    const [first, second] = [createTenant(service), createTenant(service)];
    await first.create(dead.url);
    await second.create(alive.url);
    await first.happen(...many(40));
    void beginToDeliver();
    await dead.arrived(10);
    await second.happen(...many(20));
    void beginToDeliver();
    await alive.arrived(20);
    expect(dead.received).toHaveLength(10);
  });

  it('an organization whose endpoints do not answer takes an eighth of the places, and others get theirs at once', async () => {
    const [dead, alive] = [await receive(silence), await receive()];
    const [first, second] = [createTenant(service), createTenant(service)];
    await first.create(dead.url);
    await first.create(dead.url);
    await second.create(alive.url);
    const small = await service.replica({ concurrency: 16 });
    await first.happen(...many(40));
    void beginToDeliver(small);
    await dead.arrived(2);
    await second.happen(...many(20));
    void beginToDeliver(small);
    await alive.arrived(20);
    expect(dead.received).toHaveLength(2);
    await dead.stop();
    await Promise.all(sending);
    await small.stop();
  });

  it('two processes together send at most ten at once to one endpoint, and each delivery once', async () => {
    const held: ServerResponse[] = [];
    const receiver = await receive((response) => {
      if (held.push(response) === 10) for (const one of held.splice(0)) one.writeHead(200).end();
    });
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const other = await service.replica();
    await tenant.happen(...many(60));
    await Promise.all([service.deliver(), other.deliver()]);
    await other.stop();
    expect(receiver.open.most).toBe(10);
    expect(inOrder(receiver.sequences())).toEqual(range(60));
    expect((await tenant.get(id)).pending).toBe(0);
  });

  it('an endpoint that has failed for a minute gets one place until it succeeds', async () => {
    const receiver = await receive(answerWith(500));
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const leased = async () =>
      (await service.sql('select from deliveries where webhook_id = $1 and leased_until is not null', id))
        .length;
    await tenant.happen('user.updated');
    await service.deliver();
    await service.clock.advance(minutes(1));
    await service.deliver();
    receiver.answer = silence;
    await tenant.happen(...many(20));
    void beginToDeliver();
    await receiver.arrived(3);
    expect(await leased()).toBe(1);
  });
});

describe('a process that ends', () => {
  it('a claim of a dead process is taken over when its lease ends, and its late outcome has no effect', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create('http://localhost/');
    await tenant.happen('user.updated');
    const transact = createTransact(service.db);
    const take = () => transact('test', (tx) => claim(tx, new Map([[id, 10]]), minutes(1)));
    const [dead] = await take();
    if (dead === undefined) throw new Error('nothing was claimed');
    expect(dead).toMatchObject({ attempts: 1 });
    await service.clock.advance(minutes(1) - 1);
    expect(await take()).toEqual([]);
    await service.clock.advance(1);
    expect(await take()).toMatchObject([{ id: dead.id, attempts: 2 }]);
    const attempt = {
      at: service.clock.now(),
      isDelivered: true,
      status: 200,
      ms: 1,
      reason: null,
      retryAfterMs: undefined,
    };
    expect(await transact('test', (tx) => settleDelivery(tx, dead, attempt, undefined))).toBe(false);
    expect(await tenant.deliveries(id)).toMatchObject([{ status: 'pending', attempts: 2 }]);
  });

  it('deliveries of a process that stops while they are sent are sent by another one, as the same attempt', async () => {
    const receiver = await receive(silence);
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const stopped = await service.replica();
    await tenant.happen(...many(3));
    const begun = stopped.deliver();
    await receiver.arrived(3);
    receiver.answer = answerWith(204);
    await stopped.worker('deliveries').drain(AbortSignal.abort());
    await stopped.worker('deliveries').stop();
    await begun;
    await stopped.stop();
    await service.deliver();
    expect((await tenant.deliveries(id)).map(({ status, attempts }) => [status, attempts])).toEqual(
      range(3).map(() => ['delivered', 1]),
    );
    expect(inOrder(receiver.sequences())).toEqual([1, 1, 2, 2, 3, 3]);
  });
});

describe('a webhook whose address is changed', () => {
  it('a failure of the old address that comes late says nothing about the new one', async () => {
    const answers: (() => void)[] = [];
    const old = await receive((response) => void answers.push(() => response.writeHead(410).end()));
    const next = await receive();
    const tenant = createTenant(service);
    const { id } = await tenant.create(old.url);
    await tenant.happen('user.updated');
    const delivered = beginToDeliver();
    await old.arrived(1);
    await service.webhooks.updateWebhook({ id, url: next.url }, tenant.as());
    answers[0]?.();
    await delivered;
    expect(next.sequences()).toEqual([1]);
    const webhook = await tenant.get(id);
    expect([webhook.status, webhook.lastFailure]).toEqual(['active', undefined]);
  });
});

describe('a webhook that is deleted', () => {
  it('its deliveries are removed in the background, and nothing more is sent', async () => {
    const receiver = await receive();
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await tenant.happen(...many(1_100));
    await service.webhooks.deleteWebhook({ id }, tenant.as());
    await service.deliver();
    await service.worker('deleted webhooks').runDue();
    expect(await service.sql('select from webhooks where id = $1', id)).toEqual([]);
    for (const table of ['deliveries', 'queues', 'replays'])
      expect(await service.sql(`select from ${table} where webhook_id = $1`, id)).toEqual([]);
    await tenant.happen('user.updated');
    await service.deliver();
    expect(receiver.received).toEqual([]);
  });
});
