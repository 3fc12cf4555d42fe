import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWebhookWithSecret } from '../../present/webhook.ts';
import {
  rotatedWebhookExample,
  WebhookWithSecret,
  webhookParams,
  webhookParamsExample,
  webhookSecretRotation,
} from '../../schemas/webhook.ts';

export const rotateWebhookSecret = defineOperation({
  id: 'rotateWebhookSecret',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}/rotate-secret',
  summary: "Replace a webhook's secret",
  description:
    'Gives a webhook a new secret, which is shown in this response only. During the grace window requests carry a signature of each secret, so that the receiver can change over.',
  credentials: 'session',
  access: inOrganization.manageWebhooks,
  fresh: true,
  params: webhookParams,
  body: webhookSecretRotation,
  examples: { params: webhookParamsExample, body: { graceHours: 24 } },
  answer: {
    status: 200,
    description: 'The webhook, with its new secret',
    schema: WebhookWithSecret,
    example: rotatedWebhookExample,
  },
  assistant: never('shows or takes a credential'),
  audit: ['webhook.secret_rotated'],
  async handle({ params: { id }, body: { graceHours }, callOptions }, { webhook }) {
    return presentWebhookWithSecret(await webhook.rotateSecret({ id, graceHours }, callOptions));
  },
});
