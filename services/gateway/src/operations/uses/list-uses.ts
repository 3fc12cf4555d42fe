import { inWorkspace } from '@patchbay/access/rules';
import { z } from 'zod';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentUse } from '../../present/use.ts';
import { moment } from '../../schemas/audit-log.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { UseList, useExample } from '../../schemas/use.ts';
import { timesToProto } from '../audit/filters.ts';
import { integrationOf } from '../integrations/integration.ts';

export const listUses = defineOperation({
  id: 'listUses',
  group: 'uses',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/uses',
  summary: 'List the uses of an integration',
  description:
    'Returns what was done through an integration, one entry for each hour, caller, grant and api, oldest first; at most the newest 10,000. Uses are kept for 90 days and appear within seconds.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: integrationParams,
  query: z.strictObject({
    from: moment
      .exactOptional()
      .meta({ description: 'Begins with the hour of this moment. Default: a week before `to`.' }),
    to: moment
      .exactOptional()
      .meta({ description: 'Only hours that began before this moment. Default: now.' }),
  }),
  examples: { params: integrationParamsExample, query: { from: '2026-11-16T00:00:00.000Z' } },
  answer: {
    status: 200,
    isList: true,
    description: 'The uses',
    schema: UseList,
    example: { uses: [useExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, query, callOptions }, { uses }) {
    const listed = await uses.listUses({ ...integrationOf(params), ...timesToProto(query) }, callOptions);
    return { uses: listed.uses.map(presentUse) };
  },
});
