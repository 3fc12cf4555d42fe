import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { webhookParams, webhookParamsExample, webhookReplay } from '../../schemas/webhook.ts';

export const replayWebhook = defineOperation({
  id: 'replayWebhook',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}/replay',
  summary: 'Deliver a part of the audit trail once more',
  description:
    'Delivers all entries after a `sequence` that the filter of the webhook takes, oldest first, whether or not they were delivered before. If the webhook is disabled, it is a 409.',
  credentials: 'session',
  access: inOrganization.manageWebhooks,
  fresh: true,
  params: webhookParams,
  body: webhookReplay,
  examples: { params: webhookParamsExample, body: { afterSequence: 1204 } },
  answer: { status: 202, description: 'The entries will be delivered' },
  assistant: never('gives access'),
  audit: { none: 'deliveries are no entries' },
  problems: ['conflict'],
  async handle({ params: { id }, body, callOptions }, { webhook }) {
    await webhook.replayWebhook({ id, afterSequence: BigInt(body.afterSequence) }, callOptions);
  },
});
