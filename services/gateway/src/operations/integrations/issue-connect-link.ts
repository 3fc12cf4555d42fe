import { inWorkspace } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegrationWithConnectUrl } from '../../present/integration.ts';
import {
  IntegrationWithConnectUrl,
  integrationParams,
  integrationParamsExample,
  newConnectLink,
  newIntegrationExample,
} from '../../schemas/integration.ts';
import { integrationOf } from './integration.ts';

export const issueConnectLink = defineOperation({
  id: 'issueConnectLink',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/connect-link',
  summary: 'Issue a connect link',
  description:
    'Issues a new connect link, for a first connection or to connect again. The previous link stops working at once.',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  params: integrationParams,
  body: newConnectLink,
  examples: { params: integrationParamsExample, body: { expiresInDays: 7 } },
  answer: {
    status: 201,
    description: 'The integration, with the new link',
    schema: IntegrationWithConnectUrl,
    example: newIntegrationExample,
    links: { getIntegration: { id: '/id' }, revokeConnectLink: { id: '/id' } },
  },
  assistant: never('gives access'),
  audit: ['integration.connect_link_issued'],
  async handle({ params, body, callOptions }, services) {
    const { integration } = await services.integration.issueConnectLink(
      { ...integrationOf(params), expiresInDays: body.expiresInDays },
      callOptions,
    );
    return presentIntegrationWithConnectUrl(integration);
  },
});
