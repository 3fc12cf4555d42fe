import { inOrganization } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWebhook } from '../../present/webhook.ts';
import {
  Webhook,
  webhookChanges,
  webhookExample,
  webhookParams,
  webhookParamsExample,
} from '../../schemas/webhook.ts';
import { findWorkspace } from './webhook.ts';

export const updateWebhook = defineOperation({
  id: 'updateWebhook',
  group: 'webhooks',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}',
  summary: 'Change a webhook',
  description:
    'Changes address, description, filter or status of a webhook. What comes up while it is disabled is not kept: `replayWebhook` delivers it later.',
  credentials: 'session',
  access: inOrganization.manageWebhooks,
  fresh: { when: 'the body has a `url`', needed: ({ body }) => body.url !== undefined },
  params: webhookParams,
  body: webhookChanges,
  examples: { params: webhookParamsExample, body: { actions: webhookExample.actions, status: 'active' } },
  answer: { status: 200, description: 'The webhook as it is now', schema: Webhook, example: webhookExample },
  assistant: never('gives access'),
  audit: ['webhook.updated'],
  async handle({ params, body, callOptions }, services) {
    const { workspaceSlug, actions, ...rest } = body;
    const { webhook } = await services.webhook.updateWebhook(
      {
        id: params.id,
        ...rest,
        ...(actions && { actions: { names: actions } }),
        ...(workspaceSlug === null && { scope: { case: 'wholeOrganization', value: true } }),
        ...(typeof workspaceSlug === 'string' && {
          scope: {
            case: 'workspace',
            value: await findWorkspace(services, params.orgSlug, workspaceSlug, callOptions),
          },
        }),
      },
      callOptions,
    );
    return presentWebhook(webhook);
  },
});
