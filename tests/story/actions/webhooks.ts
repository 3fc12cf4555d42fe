import { expect } from 'vitest';
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '../../webhook-receiver.ts';
import type { Person, World } from './world.ts';

const org = { orgSlug: 'acme' };

interface Webhook {
  readonly id: string;
  readonly status: string;
  readonly disabledReason: string | null;
  readonly secret: string;
}

interface Delivery {
  readonly id: string;
  readonly action: string;
  readonly status: string;
}

async function manage(
  { perform, runDue }: World,
  { headers }: Person,
  receiver: WebhookReceiver,
): Promise<boolean[][]> {
  const { body: webhook } = await perform<Webhook>(
    'createWebhook',
    {
      params: org,
      headers,
      body: { url: receiver.url, actions: ['webhook.updated'], workspaceSlug: 'spring' },
    },
    ['webhook.created'],
  );
  const params = { ...org, id: webhook.id };
  const request = { params, headers };
  const update = async (description: string) =>
    perform('updateWebhook', { ...request, body: { description, workspaceSlug: null } }, ['webhook.updated']);
  await update('Alerts "\\ 🚀');
  await perform('updateWebhook', { ...request, body: { description: 'Alerts "\\ 🚀', workspaceSlug: null } });

  await runDue();
  const { body } = await perform<{ deliveries: Delivery[] }>('listDeliveries', request);
  const first = body.deliveries.find(
    ({ action, status }) => action === 'webhook.updated' && status === 'delivered',
  );

  const rotated = await perform<Webhook>('rotateWebhookSecret', { ...request, body: { graceHours: 1 } }, [
    'webhook.secret_rotated',
  ]);
  await perform('testWebhook', request);
  await perform('redeliver', { params: { ...params, deliveryId: first?.id ?? '' }, headers });
  await runDue();
  await perform('replayWebhook', { ...request, body: { afterSequence: 0 } });

  const secrets = [webhook.secret, rotated.body.secret];
  const signers = receiver.received.map((each) => secrets.map((secret) => isSignedWith(each, secret)));

  receiver.answerWith(410);
  await update('Gone');
  await runDue();
  const ended = await perform<Webhook>('getWebhook', request);
  expect(ended.body).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  await perform('deleteWebhook', request, ['webhook.deleted']);
  return signers;
}

/**
 * The life of a webhook, which is disabled because its receiver says that it is gone. Resolves with whether the first and the second
 * secret have signed, for each request before that.
 */
export async function manageWebhooks(world: World, ada: Person): Promise<boolean[][]> {
  const receiver = await startWebhookReceiver();
  try {
    return await manage(world, ada, receiver);
  } finally {
    await receiver.stop();
  }
}
