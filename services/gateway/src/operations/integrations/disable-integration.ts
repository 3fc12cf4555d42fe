import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import {
  Integration,
  integrationExample,
  integrationParams,
  integrationParamsExample,
} from '../../schemas/integration.ts';
import { integrationOf } from './integration.ts';

export const disableIntegration = defineOperation({
  id: 'disableIntegration',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/disable',
  summary: 'Disable an integration',
  description:
    'Disables an integration. Its credentials are kept, but neither renewed nor verified in the background, and its connect link refuses to connect. One that is already disabled stays as it is.',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  takesAway: true,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: {
    status: 200,
    description: 'The integration as it is now',
    schema: Integration,
    example: { ...integrationExample, status: 'disabled' },
  },
  assistant: ends,
  audit: ['integration.disabled'],
  async handle({ params, callOptions }, services) {
    const { integration } = await services.integration.disableIntegration(integrationOf(params), callOptions);
    return presentIntegration(integration);
  },
});
