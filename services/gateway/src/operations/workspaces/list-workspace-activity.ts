import { inWorkspace } from '@patchbay/access/rules';
import { JsonText } from '../../answer/answer.ts';
import { jsonArray } from '../../answer/json-array.ts';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { ActivityPage, activityExample, activityQuery } from '../../schemas/activity.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';

export const listWorkspaceActivity = defineOperation({
  id: 'listWorkspaceActivity',
  group: 'workspaces',
  ownedBy: 'audit',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/activity',
  summary: 'List what happened in a workspace',
  description:
    'Returns a page of the entries of the audit trail about the workspace, its integrations and their grants, newest first, for everybody who sees the workspace: without addresses, user agents, emails and hashes. Entries appear within seconds. Those of another workspace that had the same slug before are not in it. Ask for the next page with `nextCursor` and the same `integrationId` until it is null; a page may have fewer entries than `limit`. A cursor that this API did not give out is a 400.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: workspaceParams,
  query: activityQuery,
  examples: { params: workspaceParamsExample, query: { limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the activity',
    schema: ActivityPage,
    example: { activity: [activityExample], nextCursor: null },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ query, callOptions }, { audit }) {
    const { activity, nextCursor } = await audit.listWorkspaceActivity(query, callOptions);
    return new JsonText(
      '{"activity":',
      jsonArray(activity),
      `,"nextCursor":${JSON.stringify(nextCursor || null)}}`,
    );
  },
});
