import { inWorkspace } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import {
  Integration,
  integrationExample,
  integrationParams,
  integrationParamsExample,
} from '../../schemas/integration.ts';
import { integrationOf } from './integration.ts';

export const getIntegration = defineOperation({
  id: 'getIntegration',
  group: 'integrations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}',
  summary: 'Read an integration',
  description: 'Returns an integration, with its live connect link and without its credentials.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: {
    status: 200,
    description: 'The integration',
    schema: Integration,
    example: integrationExample,
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { integration } = await services.integration.getIntegration(integrationOf(params), callOptions);
    return presentIntegration(integration);
  },
});
