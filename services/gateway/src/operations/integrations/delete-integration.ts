import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { integrationOf } from './path.ts';

export const deleteIntegration = defineOperation({
  id: 'deleteIntegration',
  group: 'integrations',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}',
  summary: 'Delete an integration',
  description:
    'Effective admins of the workspace may. Its credentials are destroyed, and its connect link with them. Tokens are revoked at the provider where it can, afterwards: a provider that is down does not delay the answer.',
  credentials: 'session',
  access: inWorkspace.deleteIntegrations,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: { status: 204, description: 'It is gone' },
  audit: ['integration.deleted'],
  async handle({ params, callOptions }, { integration }) {
    await integration.deleteIntegration(integrationOf(params), callOptions);
  },
});
