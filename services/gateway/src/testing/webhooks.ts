import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ServiceImpl } from '@connectrpc/connect';
import type {
  DeliverySchema,
  WebhookSchema,
  WebhookService,
} from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { user } from './values.ts';

const time = timestampFromDate(new Date('2026-11-15T09:30:00Z'));

/** Without any of the fields that may be unset. */
export const webhook = {
  id: '0199c1fa-2c47-7b1d-9f60-1d83a5c4e721',
  url: 'https://hooks.acme.example/patchbay',
  description: 'Alerts',
  actions: ['integration.*'],
  status: 'active',
  createdByEmail: user.email,
  createdAt: time,
  updatedAt: time,
  pending: 3,
} satisfies MessageInitShape<typeof WebhookSchema>;

/** As the API shows it. */
export const shownWebhook = {
  ...webhook,
  workspace: null,
  disabledReason: null,
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:30:00.000Z',
  lastDeliveredAt: null,
  lastFailure: null,
};

export const webhookSecret = 'whsec_c2VjcmV0';

/** Without any of the fields that may be unset. */
export const delivery = {
  id: '0199c1fb-70e2-7c35-8a14-5e92b6d0f834',
  webhookId: webhook.id,
  entryId: '0199c1f4-11d0-7e0b-8c39-90fbc7d3a410',
  action: 'webhook.test',
  status: 'pending',
  attempts: 0,
} satisfies MessageInitShape<typeof DeliverySchema>;

/** As the API shows it. */
export const shownDelivery = {
  ...delivery,
  sequence: null,
  lastAttemptAt: null,
  nextAttemptAt: null,
  responseStatus: null,
  responseMs: null,
  reason: null,
};

/** Default methods of the stand-in of webhook. */
export const webhookDefaults: Partial<ServiceImpl<typeof WebhookService>> = {
  listWebhooks: () => ({ webhooks: [webhook] }),
  getWebhook: () => ({ webhook }),
  createWebhook: () => ({ webhook, secret: webhookSecret }),
  updateWebhook: () => ({ webhook }),
  deleteWebhook: () => ({}),
  rotateSecret: () => ({ webhook, secret: webhookSecret }),
  testWebhook: () => ({ delivery }),
  listDeliveries: () => ({ deliveries: [delivery], nextCursor: 'next' }),
  redeliver: () => ({}),
  replayWebhook: () => ({}),
};
