import { inOrganization } from '@patchbay/access/rules';
import { most } from '@patchbay/platform/maximums';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWebhook } from '../../present/webhook.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { WebhookList, webhookExample } from '../../schemas/webhook.ts';

export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  group: 'webhooks',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/webhooks',
  summary: 'List webhooks',
  description: `Returns the webhooks of the organization, oldest first. There are at most ${most.webhooksOfOrganization}.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.manageWebhooks,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The webhooks of the organization',
    schema: WebhookList,
    example: { webhooks: [webhookExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ callOptions }, { webhook }) {
    const { webhooks } = await webhook.listWebhooks({}, callOptions);
    return { webhooks: webhooks.map(presentWebhook) };
  },
});
