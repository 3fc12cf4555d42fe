import { inOrganization } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { webhookParams, webhookParamsExample } from '../../schemas/webhook.ts';

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  group: 'webhooks',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}',
  summary: 'Delete a webhook',
  description:
    'Deletes a webhook with its deliveries. A request that is being sent still arrives; no other follows.',
  credentials: 'session',
  access: inOrganization.manageWebhooks,
  takesAway: true,
  params: webhookParams,
  examples: { params: webhookParamsExample },
  answer: { status: 204, description: 'The webhook is deleted' },
  assistant: ends,
  audit: ['webhook.deleted'],
  async handle({ params: { id }, callOptions }, { webhook }) {
    await webhook.deleteWebhook({ id }, callOptions);
  },
});
