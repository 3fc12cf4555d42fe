import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { DeliverySchema, WebhookSchema } from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import type { Delivery } from '../domain/delivery.ts';
import type { Webhook } from '../domain/webhook.ts';

export function presentWebhook(webhook: Webhook, pending: number): MessageInitShape<typeof WebhookSchema> {
  const { id, url, description, actions, workspace, status, disabledReason, createdByEmail } = webhook;
  const { createdAt, updatedAt, lastDeliveredAt, lastFailure } = webhook;
  return {
    id,
    url,
    description,
    actions: [...actions],
    ...(workspace && { workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name } }),
    status,
    ...(disabledReason !== null && { disabledReason }),
    createdByEmail,
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
    ...(lastDeliveredAt && { lastDeliveredAt: timestampFromDate(lastDeliveredAt) }),
    ...(lastFailure && {
      lastFailure: {
        at: timestampFromDate(lastFailure.at),
        ...(lastFailure.status !== null && { status: lastFailure.status }),
        reason: lastFailure.reason,
      },
    }),
    pending,
  };
}

export function presentDelivery(delivery: Delivery): MessageInitShape<typeof DeliverySchema> {
  const { id, webhookId, entryId, sequence, action, status, attempts } = delivery;
  const { lastAttemptAt, nextAttemptAt, responseStatus, responseMs, reason } = delivery;
  return {
    id,
    webhookId,
    entryId,
    ...(sequence !== null && { sequence: BigInt(sequence) }),
    action,
    status,
    attempts,
    ...(lastAttemptAt && { lastAttemptAt: timestampFromDate(lastAttemptAt) }),
    ...(nextAttemptAt && { nextAttemptAt: timestampFromDate(nextAttemptAt) }),
    ...(responseStatus !== null && { responseStatus }),
    ...(responseMs !== null && { responseMs }),
    ...(reason !== null && { reason }),
  };
}
