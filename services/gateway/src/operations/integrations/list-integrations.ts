import { inWorkspace } from '@patchbay/access/rules';
import { providerValues } from '@patchbay/platform/providers';
import { z } from 'zod';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import { IntegrationList, integrationExample, integrationStatus } from '../../schemas/integration.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';

export const listIntegrations = defineOperation({
  id: 'listIntegrations',
  group: 'integrations',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations',
  summary: 'List the integrations of a workspace',
  description:
    'Returns the integrations of a workspace, oldest first, with their live connect links and without their credentials.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: workspaceParams,
  query: z.strictObject({
    status: integrationStatus.exactOptional().meta({ description: 'Only those in this status.' }),
    provider: z.enum(providerValues).exactOptional().meta({ description: 'Only those of this provider.' }),
  }),
  examples: {
    params: workspaceParamsExample,
    query: { status: 'active', provider: 'google_ads' },
  },
  answer: {
    status: 200,
    isList: true,
    description: 'The integrations',
    schema: IntegrationList,
    example: { integrations: [integrationExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ query, callOptions }, { integration }) {
    const { integrations } = await integration.listIntegrations(query, callOptions);
    return { integrations: integrations.map(presentIntegration) };
  },
});
