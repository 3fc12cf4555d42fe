import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentDelivery } from '../../present/webhook.ts';
import { Delivery, deliveryExample, webhookParams, webhookParamsExample } from '../../schemas/webhook.ts';
import { testLimits } from './webhook.ts';

/** Milliseconds: webhook waits for the receiver for 15 seconds at most, and then answers what became of the attempt. */
const timeoutMs = 20_000;

export const testWebhook = defineOperation({
  id: 'testWebhook',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}/test',
  summary: 'Send a test to a webhook now',
  description:
    'Sends one request of the type `webhook.test`, and answers after the attempt: a 200 whatever the receiver said. A test is not repeated, and is no entry of the audit trail.',
  credentials: 'session',
  access: inOrganization.manageWebhooks,
  limits: testLimits,
  params: webhookParams,
  examples: { params: webhookParamsExample },
  answer: {
    status: 200,
    description: 'The delivery after the attempt',
    schema: Delivery,
    example: { ...deliveryExample, action: 'webhook.test', sequence: null },
  },
  assistant: { changes: { destructive: false, idempotent: false } },
  audit: { none: 'deliveries are no entries' },
  async handle({ params: { id }, callOptions }, { webhook }) {
    const { delivery } = await webhook.testWebhook({ id }, { ...callOptions, timeoutMs });
    return presentDelivery(delivery);
  },
});
