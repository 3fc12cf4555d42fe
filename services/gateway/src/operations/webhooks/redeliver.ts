import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { deliveryParams, deliveryParamsExample } from '../../schemas/webhook.ts';

export const redeliver = defineOperation({
  id: 'redeliver',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}/deliveries/{deliveryId}/redeliver',
  summary: 'Deliver an entry once more',
  description:
    'Starts the attempts of a delivery anew, whatever became of it. The request has the same `webhook-id` as before. If the webhook is disabled, it is a 409.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.manageWebhooks,
  params: deliveryParams,
  examples: { params: deliveryParamsExample },
  answer: { status: 202, description: 'The delivery will be attempted again' },
  assistant: never('gives access'),
  audit: { none: 'deliveries are no entries' },
  problems: ['conflict'],
  async handle({ params, callOptions }, { webhook }) {
    await webhook.redeliver({ webhookId: params.id, deliveryId: params.deliveryId }, callOptions);
  },
});
