import type {
  CreateWebhookResponse,
  Delivery as DeliveryMessage,
  RotateSecretResponse,
  Webhook as WebhookMessage,
} from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import { Delivery, Webhook, type WebhookWithSecret } from '../schemas/webhook.ts';
import { isoTime, isoTimeOrNull } from './time.ts';

type Shown = z.input<typeof Webhook>;

export function presentWebhook(webhook: WebhookMessage | undefined): Shown {
  if (webhook === undefined) throw internal('webhook left out the webhook');
  const { workspace, lastFailure } = webhook;
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    actions: webhook.actions as Shown['actions'],
    workspace: workspace === undefined ? null : { slug: workspace.slug, name: workspace.name },
    status: Webhook.shape.status.parse(webhook.status),
    disabledReason: Webhook.shape.disabledReason.parse(webhook.disabledReason ?? null),
    createdByEmail: webhook.createdByEmail,
    createdAt: isoTime(webhook.createdAt),
    updatedAt: isoTime(webhook.updatedAt),
    lastDeliveredAt: isoTimeOrNull(webhook.lastDeliveredAt),
    lastFailure:
      lastFailure === undefined
        ? null
        : {
            at: isoTime(lastFailure.at),
            status: lastFailure.status ?? null,
            reason: lastFailure.reason,
          },
    pending: webhook.pending,
  };
}

/** The only answers that hold a secret. */
export const presentWebhookWithSecret = ({
  webhook,
  secret,
}: CreateWebhookResponse | RotateSecretResponse): z.input<typeof WebhookWithSecret> => ({
  ...presentWebhook(webhook),
  secret,
});

export function presentDelivery(delivery: DeliveryMessage | undefined): z.input<typeof Delivery> {
  if (delivery === undefined) throw internal('webhook left out the delivery');
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    entryId: delivery.entryId,
    sequence: delivery.sequence === undefined ? null : Number(delivery.sequence),
    action: delivery.action,
    status: Delivery.shape.status.parse(delivery.status),
    attempts: delivery.attempts,
    lastAttemptAt: isoTimeOrNull(delivery.lastAttemptAt),
    nextAttemptAt: isoTimeOrNull(delivery.nextAttemptAt),
    responseStatus: delivery.responseStatus ?? null,
    responseMs: delivery.responseMs ?? null,
    reason: delivery.reason ?? null,
  };
}
