import { inOrganization } from '@patchbay/access/rules';
import { most } from '@patchbay/platform/maximums';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWebhookWithSecret } from '../../present/webhook.ts';
import { exampleWorld, organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { newWebhook, newWebhookExample, WebhookWithSecret } from '../../schemas/webhook.ts';
import { findWorkspace, webhookLinks } from './webhook.ts';

export const createWebhook = defineOperation({
  id: 'createWebhook',
  group: 'webhooks',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/webhooks',
  summary: 'Create a webhook',
  description: `Creates a webhook: from now on, entries of the audit trail are delivered to its address. The secret that signs the requests is shown in this response only. An organization has at most ${most.webhooksOfOrganization} webhooks: beyond that it is a 409.`,
  credentials: 'session',
  access: inOrganization.manageWebhooks,
  fresh: true,
  params: organizationParams,
  body: newWebhook,
  examples: {
    params: organizationParamsExample,
    body: {
      url: newWebhookExample.url,
      description: newWebhookExample.description,
      actions: newWebhookExample.actions,
      workspaceSlug: exampleWorld.workspace.slug,
    },
  },
  answer: {
    status: 201,
    description: 'The webhook',
    schema: WebhookWithSecret,
    example: newWebhookExample,
    links: webhookLinks,
  },
  assistant: never('shows or takes a credential'),
  audit: ['webhook.created'],
  async handle({ params, body, callOptions }, services) {
    const { url, description, actions, workspaceSlug } = body;
    const created = await services.webhook.createWebhook(
      {
        url,
        description,
        actions,
        ...(workspaceSlug !== null && {
          workspace: await findWorkspace(services, params.orgSlug, workspaceSlug, callOptions),
        }),
      },
      callOptions,
    );
    return presentWebhookWithSecret(created);
  },
});
