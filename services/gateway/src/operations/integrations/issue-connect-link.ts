import { inWorkspace } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegrationWithConnectUrl } from '../../present/integration.ts';
import {
  IntegrationWithConnectUrl,
  integrationParams,
  integrationParamsExample,
  linkLifetime,
  newIntegrationExample,
} from '../../schemas/integration.ts';
import { integrationOf } from './path.ts';

export const issueConnectLink = defineOperation({
  id: 'issueConnectLink',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/connect-link',
  summary: 'Issue a connect link',
  description:
    'Effective members and admins of the workspace may, also to connect an integration again. The link before stops working at once.',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  params: integrationParams,
  body: z.strictObject({ expiresInDays: linkLifetime }).prefault({}),
  examples: { params: integrationParamsExample, body: { expiresInDays: 7 } },
  answer: {
    status: 201,
    description: 'The integration, with the new link',
    schema: IntegrationWithConnectUrl,
    example: newIntegrationExample,
  },
  audit: ['integration.connect_link_issued'],
  async handle({ params, body, callOptions }, services) {
    const { integration } = await services.integration.issueConnectLink(
      { ...integrationOf(params), expiresInDays: body.expiresInDays },
      callOptions,
    );
    return presentIntegrationWithConnectUrl(integration);
  },
});
