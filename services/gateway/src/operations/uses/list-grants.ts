import { inWorkspace } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentGrant } from '../../present/use.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { GrantList, grantExample } from '../../schemas/use.ts';
import { integrationOf } from '../integrations/integration.ts';

export const listGrants = defineOperation({
  id: 'listGrants',
  group: 'uses',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/grants',
  summary: 'List the grants of an integration',
  description:
    'Returns which API keys may use an integration, for what and until when, oldest first. Of the grants that ended in the last 90 days, the newest 1,000 are included.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The grants',
    schema: GrantList,
    example: { grants: [grantExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { uses }) {
    const { grants } = await uses.listGrants(integrationOf(params), callOptions);
    return { grants: grants.map(presentGrant) };
  },
});
