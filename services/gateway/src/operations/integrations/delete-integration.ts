import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { integrationOf } from './integration.ts';

export const deleteIntegration = defineOperation({
  id: 'deleteIntegration',
  group: 'integrations',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}',
  summary: 'Delete an integration',
  description:
    'Deletes an integration. Its connect link and its credentials stop working. If the provider can revoke credentials, that is done in the background: until then, for a day at most, they are kept encrypted, and then they are destroyed. Some providers then end everything that the same person has granted: other integrations that this person connected have to be connected again.',
  credentials: 'session',
  access: inWorkspace.deleteIntegrations,
  takesAway: true,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: { status: 204, description: 'Deleted' },
  assistant: ends,
  audit: ['integration.deleted'],
  async handle({ params, callOptions }, { integration }) {
    await integration.deleteIntegration(integrationOf(params), callOptions);
  },
});
