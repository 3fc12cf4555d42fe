import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegrationWithConnectUrl } from '../../present/integration.ts';
import {
  IntegrationWithConnectUrl,
  newIntegration,
  newIntegrationExample,
} from '../../schemas/integration.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';

export const createIntegration = defineOperation({
  id: 'createIntegration',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations',
  summary: 'Create an integration',
  description:
    'Effective members and admins of the workspace may. It is `pending` until somebody connects it: the client by the connect link, or, where the provider takes credentials, a member by `connectIntegration`. A provider whose client this installation does not have can be created, but not connected. A workspace has at most 1,000 integrations (409).',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  params: workspaceParams,
  body: newIntegration,
  examples: {
    params: workspaceParamsExample,
    body: {
      provider: newIntegrationExample.provider,
      name: newIntegrationExample.name,
      settings: newIntegrationExample.settings,
      returnUrl: 'https://agency.example/clients/nordlicht',
      connectLinkExpiresInDays: 7,
    },
  },
  answer: {
    status: 201,
    description: 'The integration, with the connect link for the client',
    schema: IntegrationWithConnectUrl,
    example: newIntegrationExample,
  },
  audit: ['integration.created'],
  async handle({ body, callOptions }, services) {
    const { integration } = await services.integration.createIntegration(body, callOptions);
    return presentIntegrationWithConnectUrl(integration);
  },
});
