import type { FailureCode } from '@patchbay/errors/failure';
import { createLog } from '@patchbay/testing/log';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerWith, type Receiver, startReceiver } from '../receiver.fixture.ts';
import { createTenant, startWebhook, type TestWebhook } from '../test-bed.fixture.ts';

const log = createLog();
const addresses = new Map<string, string>();
let service: TestWebhook;
let receiver: Receiver;
beforeAll(async () => {
  service = await startWebhook({
    logger: log.logger,
    async resolve(name) {
      const address = addresses.get(name);
      if (address === undefined) throw Object.assign(new Error('no such name'), { code: 'ETIMEOUT' });
      return [{ address, family: 4 }];
    },
  });
  receiver = await startReceiver();
});
afterEach(() => {
  receiver.answer = answerWith(204);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const refusedAs = (code: FailureCode) => expect.objectContaining({ code });

describe('webhooks of an organization', () => {
  it('an admin creates, reads, changes and deletes a webhook, and the trail shows each change without the path of the address', async () => {
    const tenant = createTenant(service);
    const workspace = { id: v7(), slug: 'spring', name: 'Spring' };
    const { secret, ...made } = await tenant.create('https://hooks.example/secret-path?token=1', {
      actions: ['integration.*', 'webhook.created'],
      description: ' Alerts ',
      workspace,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({
      url: 'https://hooks.example/secret-path?token=1',
      description: 'Alerts',
      actions: ['integration.*', 'webhook.created'],
      workspace,
      status: 'active',
      createdByEmail: tenant.email,
      pending: 0,
    });
    expect(made.disabledReason).toBeUndefined();
    expect(await tenant.get(made.id)).toEqual(made);
    expect((await service.webhooks.listWebhooks({}, tenant.byKey())).webhooks).toEqual([made]);
    const { webhook: changed } = await service.webhooks.updateWebhook(
      {
        id: made.id,
        url: 'https://hooks.example/other-path',
        description: '',
        actions: { names: [] },
        scope: { case: 'wholeOrganization', value: true },
        status: 'disabled',
      },
      tenant.as(),
    );
    expect(changed).toMatchObject({ status: 'disabled', disabledReason: 'by_person', actions: [] });
    expect(changed?.workspace).toBeUndefined();
    const { webhook: same } = await service.webhooks.updateWebhook(
      { id: made.id, status: 'disabled', url: 'https://hooks.example/other-path' },
      tenant.as(),
    );
    expect(same).toEqual(changed);
    const { webhook: enabled } = await service.webhooks.updateWebhook(
      { id: made.id, status: 'active' },
      tenant.as(),
    );
    expect(enabled).toMatchObject({ status: 'active' });
    await service.webhooks.deleteWebhook({ id: made.id }, tenant.as());
    expect((await service.webhooks.listWebhooks({}, tenant.as())).webhooks).toEqual([]);
    const events = await service.eventsOf(tenant.organizationId);
    expect(events.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.updated',
      'webhook.deleted',
    ]);
    expect(events[0]?.target).toMatchObject({ type: 'webhook', id: made.id, name: 'hooks.example' });
    expect(events[0]?.workspace).toMatchObject(workspace);
    expect(events[1]?.changes.map(({ field }) => field)).toEqual([
      'url',
      'description',
      'actions',
      'workspace',
      'status',
    ]);
    const text = JSON.stringify(events, (_, value: unknown) => (typeof value === 'bigint' ? '' : value));
    for (const hidden of ['path', 'token', secret]) expect(text).not.toContain(hidden);
  });

  it('each way to name a webhook of another organization is not found', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    const stranger = createTenant(service).as();
    const { webhooks } = service;
    for (const call of [
      () => webhooks.getWebhook({ id }, stranger),
      () => webhooks.updateWebhook({ id, description: 'x' }, stranger),
      () => webhooks.deleteWebhook({ id }, stranger),
      () => webhooks.rotateSecret({ id, graceHours: 1 }, stranger),
      () => webhooks.testWebhook({ id }, stranger),
      () => webhooks.listDeliveries({ webhookId: id, limit: 1 }, stranger),
      () => webhooks.redeliver({ webhookId: id, deliveryId: v7() }, stranger),
      () => webhooks.replayWebhook({ id }, stranger),
      () => webhooks.getWebhook({ id: 'x' }, tenant.as()),
      () => webhooks.redeliver({ webhookId: id, deliveryId: v7() }, tenant.as()),
    ])
      await expect(call()).rejects.toEqual(refusedAs('not_found'));
    expect((await webhooks.listWebhooks({}, stranger)).webhooks).toEqual([]);
  });

  it('an eleventh webhook is refused, also where ten are created at once', async () => {
    const tenant = createTenant(service);
    await tenant.create(receiver.url);
    const attempts = Array.from({ length: 12 }, () => tenant.create(receiver.url));
    const made = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(9);
    await expect(tenant.create(receiver.url)).rejects.toEqual(refusedAs('conflict'));
  });

  it('a name that resolves to a private address is refused, and one that does not resolve now is accepted', async () => {
    const tenant = createTenant(service);
    addresses.set('inside.example', '10.0.0.1').set('public.example', '93.184.216.34');
    await expect(tenant.create('https://inside.example/')).rejects.toEqual(refusedAs('invalid'));
    const { id } = await tenant.create('https://public.example/');
    await expect(
      service.webhooks.updateWebhook({ id, url: 'https://inside.example/' }, tenant.as()),
    ).rejects.toEqual(refusedAs('invalid'));
    await tenant.create('https://unknown.example/');
  });

  it('a name that becomes private after its creation gets nothing', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create('https://later.example/');
    addresses.set('later.example', '169.254.169.254');
    const { delivery } = await service.webhooks.testWebhook({ id }, tenant.as());
    expect(delivery).toMatchObject({ status: 'failed', reason: 'The address is not public.' });
  });
});

describe('a test of a webhook', () => {
  it('a test sends one request now, answers its outcome and changes nothing about the webhook', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    await service.webhooks.updateWebhook({ id, status: 'disabled' }, tenant.as());
    const { delivery } = await service.webhooks.testWebhook({ id }, tenant.as());
    expect(delivery).toMatchObject({
      action: 'webhook.test',
      status: 'delivered',
      attempts: 1,
      responseStatus: 204,
      entryId: delivery?.id,
    });
    expect(delivery?.sequence).toBeUndefined();
    const sent = receiver.received.find(({ headers }) => headers['webhook-id'] === delivery?.id);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { actor: { email: tenant.email }, target: { type: 'webhook', id } },
    });
    receiver.answer = answerWith(500, {}, 'a secret of the receiver');
    const { delivery: failed } = await service.webhooks.testWebhook({ id }, tenant.as());
    expect(failed).toMatchObject({
      status: 'failed',
      responseStatus: 500,
      reason: 'The receiver answered 500.',
    });
    const webhook = await tenant.get(id);
    expect([webhook.lastFailure, webhook.lastDeliveredAt, webhook.pending]).toEqual([
      undefined,
      undefined,
      0,
    ]);
    expect(await tenant.deliveries(id)).toEqual([failed, delivery]);
  });

  it('a redirect is a failure and is not followed', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create(receiver.url);
    receiver.answer = answerWith(302, { location: `${receiver.url}/elsewhere` });
    const { delivery } = await service.webhooks.testWebhook({ id }, tenant.as());
    expect(delivery).toMatchObject({ status: 'failed', responseStatus: 302 });
    expect(receiver.received.filter(({ path }) => path.endsWith('elsewhere'))).toEqual([]);
  });
});

describe('deliveries', () => {
  it('pages go from the newest to the oldest, by status, and refuse a foreign cursor', async () => {
    const tenant = createTenant(service);
    const { id: webhookId } = await tenant.create(receiver.url);
    await tenant.happen(...Array<string>(5).fill('user.updated'));
    await service.deliver();
    const sequences: (bigint | undefined)[] = [];
    for (let cursor = ''; ; ) {
      const page = await service.webhooks.listDeliveries({ webhookId, limit: 2, cursor }, tenant.byKey());
      sequences.push(...page.deliveries.map(({ sequence }) => sequence));
      cursor = page.nextCursor;
      if (cursor === '') break;
    }
    expect(sequences).toEqual([5n, 4n, 3n, 2n, 1n]);
    const list = (request: object) =>
      service.webhooks.listDeliveries({ webhookId, limit: 200, ...request }, tenant.as());
    expect((await list({ status: 'delivered' })).deliveries).toHaveLength(5);
    expect((await list({ status: 'failed' })).deliveries).toEqual([]);
    for (const request of [{ cursor: 'x' }, { limit: 201 }, { limit: 0 }, { status: 'x' }])
      await expect(list(request)).rejects.toEqual(refusedAs('invalid'));
  });

  it('a delivered entry is delivered again on request, unless the webhook is disabled', async () => {
    const tenant = createTenant(service);
    const { id: webhookId } = await tenant.create(receiver.url);
    const [entry] = await tenant.happen('user.updated');
    await service.deliver();
    const [delivery] = await tenant.deliveries(webhookId);
    const again = { webhookId, deliveryId: delivery?.id ?? '' };
    await service.webhooks.redeliver(again, tenant.byKey());
    // The status and the times of an attempt are those of the last one that ended.
    const { lastAttemptAt } = delivery ?? {};
    expect(await tenant.deliveries(webhookId)).toMatchObject([
      { status: 'pending', attempts: 0, responseStatus: 204, lastAttemptAt },
    ]);
    const arrived = () => receiver.received.filter(({ headers }) => headers['webhook-id'] === entry?.id);
    await service.deliver();
    expect(arrived()).toHaveLength(2);
    expect(arrived()[0]?.body).toBe(arrived()[1]?.body);
    await service.webhooks.updateWebhook({ id: webhookId, status: 'disabled' }, tenant.as());
    await expect(service.webhooks.redeliver(again, tenant.as())).rejects.toEqual(refusedAs('conflict'));
    await expect(service.webhooks.replayWebhook({ id: webhookId }, tenant.as())).rejects.toEqual(
      refusedAs('conflict'),
    );
  });
});

it('secrets are sealed in the database, and neither they nor addresses and bodies are in log lines', async () => {
  const tenant = createTenant(service);
  const { id, secret } = await tenant.create(`${receiver.url}/very-secret-path`);
  receiver.answer = answerWith(500, {}, 'a secret of the receiver');
  await tenant.happen('user.updated');
  await service.deliver();
  const rotated = await service.webhooks.rotateSecret({ id, graceHours: 24 }, tenant.as());
  const [row] = await service.sql('select * from webhooks where id = $1', id);
  const text = JSON.stringify([row, log.lines]);
  for (const hidden of [secret, rotated.secret, secret.slice(6), 'a secret of the receiver'])
    expect(text).not.toContain(hidden);
  expect(JSON.stringify(log.lines)).not.toContain('very-secret-path');
  const [event] = (await service.eventsOf(tenant.organizationId)).slice(-1);
  expect(event).toMatchObject({ action: 'webhook.secret_rotated', metadata: { graceHours: 24 } });
  await service.webhooks.deleteWebhook({ id }, tenant.as());
});
