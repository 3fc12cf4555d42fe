import { inWorkspace } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentRelayedRequest } from '../../present/use.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { RelayedRequestPage, relayedRequestExample, relayedRequestQuery } from '../../schemas/use.ts';
import { integrationOf } from '../integrations/integration.ts';

export const listRelayedRequests = defineOperation({
  id: 'listRelayedRequests',
  group: 'uses',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/requests',
  summary: 'List the last relayed requests of an integration',
  description:
    'Returns a page of the requests that were relayed, refused or failed, newest first: the last 500 of the integration, of at most 7 days. They appear within seconds, without queries, bodies and headers. Ask for the next page with `nextCursor` and the same `outcome` until it is null. A cursor that this API did not give out is a 400.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.seeRequests,
  params: integrationParams,
  query: relayedRequestQuery,
  examples: { params: integrationParamsExample, query: { outcome: 'refused' } },
  answer: {
    status: 200,
    description: 'A page of the requests',
    schema: RelayedRequestPage,
    example: { requests: [relayedRequestExample], nextCursor: null },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, query, callOptions }, { uses }) {
    const { requests, nextCursor } = await uses.listRelayedRequests(
      { ...integrationOf(params), ...query },
      callOptions,
    );
    return { requests: requests.map(presentRelayedRequest), nextCursor: nextCursor || null };
  },
});
