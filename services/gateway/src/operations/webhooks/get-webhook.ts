import { inOrganization } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { Webhook, webhookExample, webhookParams, webhookParamsExample } from '../../schemas/webhook.ts';

export const getWebhook = defineOperation({
  id: 'getWebhook',
  group: 'webhooks',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}',
  summary: 'Read a webhook',
  description: 'Returns a webhook, without its secret.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.manageWebhooks,
  params: webhookParams,
  examples: { params: webhookParamsExample },
  answer: { status: 200, description: 'The webhook', schema: Webhook, example: webhookExample },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params: { id }, callOptions }, services) {
    const { webhook } = await services.webhook.getWebhook({ id }, callOptions);
    return presentWebhook(webhook);
  },
});
