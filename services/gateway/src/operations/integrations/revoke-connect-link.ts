import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { integrationOf } from './integration.ts';

export const revokeConnectLink = defineOperation({
  id: 'revokeConnectLink',
  group: 'integrations',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/connect-link',
  summary: 'Revoke the connect link',
  description:
    'Revokes the connect link of an integration. Someone who is at the provider through this link right now can no longer connect. An integration without a live link is a 404.',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  takesAway: true,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: { status: 204, description: 'The link no longer works' },
  assistant: ends,
  audit: ['integration.connect_link_revoked'],
  async handle({ params, callOptions }, { integration }) {
    await integration.revokeConnectLink(integrationOf(params), callOptions);
  },
});
