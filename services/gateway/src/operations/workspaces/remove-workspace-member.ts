import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { workspaceMemberParams, workspaceMemberParamsExample } from '../../schemas/workspace-member.ts';
import { workspaceOf } from './workspace.ts';

export const removeWorkspaceMember = defineOperation({
  id: 'removeWorkspaceMember',
  group: 'workspaces',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}',
  summary: 'Remove a workspace member, or leave',
  description:
    "Ends the assignment of a person to the workspace, or lets the caller leave; an API key cannot leave for its creator (403). The person's API keys for the workspace are revoked; so are all keys of a guest who has no other assignment. A guest stays a guest of the organization. Someone whose access comes from the organization is not assigned: that is a 404.",
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.removeMember,
  takesAway: true,
  params: workspaceMemberParams,
  examples: { params: workspaceMemberParamsExample },
  answer: { status: 204, description: 'No longer assigned' },
  assistant: ends,
  audit: ['workspace_member.removed', 'api_key.revoked'],
  async handle({ params, callOptions }, { workspaces }) {
    await workspaces.removeWorkspaceMember({ ...workspaceOf(params), userId: params.userId }, callOptions);
  },
});
