import { inWorkspace } from '@patchbay/access/rules';
import { most, withCommas } from '@patchbay/platform/maximums';
import { adds } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegrationWithConnectUrl } from '../../present/integration.ts';
import {
  IntegrationWithConnectUrl,
  newIntegration,
  newIntegrationExample,
} from '../../schemas/integration.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { integrationLinks } from './integration.ts';

export const createIntegration = defineOperation({
  id: 'createIntegration',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations',
  summary: 'Create an integration',
  description: `Creates an integration, and a connect link to send to the client. It is \`pending\` until somebody connects it: the client by the link, or, where the provider takes credentials, a member by \`connectIntegration\`. If the provider is not set up here (\`configured\` is false), the integration can be created, but not connected. A workspace has at most ${withCommas(most.integrationsOfWorkspace)} integrations: beyond that it is a 409.`,
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
      access: 'read',
    },
  },
  answer: {
    status: 201,
    description: 'The integration, with the connect link for the client',
    schema: IntegrationWithConnectUrl,
    example: newIntegrationExample,
    links: integrationLinks,
  },
  assistant: { changes: { ...adds, fields: ['provider', 'name', 'settings'] } },
  audit: ['integration.created'],
  async handle({ body, callOptions }, services) {
    const { integration } = await services.integration.createIntegration(body, callOptions);
    return presentIntegrationWithConnectUrl(integration);
  },
});
