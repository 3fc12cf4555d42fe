import { waitFor } from '@patchbay/testing/wait';
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '../../webhook-receiver.ts';
import type { Person, World } from './world.ts';

const org = { orgSlug: 'acme' };
/** Milliseconds between requests, which are counted by `requestPerCaller`. */
const intervalMs = 500;

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
  { perform }: World,
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

  const deliveries = async (): Promise<Delivery[]> => {
    const { body } = await perform<{ deliveries: Delivery[] }>('listDeliveries', request);
    return body.deliveries;
  };
  const delivered = async (): Promise<Delivery | undefined> =>
    (await deliveries()).find(({ action, status }) => action === 'webhook.updated' && status === 'delivered');
  const first = await waitFor(delivered, { what: 'the delivery of the change', intervalMs });

  const rotated = await perform<Webhook>('rotateWebhookSecret', { ...request, body: { graceHours: 1 } }, [
    'webhook.secret_rotated',
  ]);
  await perform('testWebhook', request);
  const before = receiver.received.length;
  await perform('redeliver', { params: { ...params, deliveryId: first.id }, headers });
  await waitFor(() => receiver.received.length > before, { what: 'the repeated delivery' });
  await perform('replayWebhook', { ...request, body: { afterSequence: 0 } });

  const secrets = [webhook.secret, rotated.body.secret];
  const signers = receiver.received.map((each) => secrets.map((secret) => isSignedWith(each, secret)));

  receiver.answerWith(410);
  await update('Gone');
  const isDisabled = async (): Promise<boolean> => {
    const { body } = await perform<Webhook>('getWebhook', request);
    return body.status === 'disabled' && body.disabledReason === 'gone';
  };
  await waitFor(isDisabled, { what: 'the end of the webhook', intervalMs });
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
