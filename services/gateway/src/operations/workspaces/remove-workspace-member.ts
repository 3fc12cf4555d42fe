import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { workspaceMemberParams, workspaceMemberParamsExample } from '../../schemas/workspace-member.ts';
import { workspaceOf } from './workspace.ts';

export const removeWorkspaceMember = defineOperation({
  id: 'removeWorkspaceMember',
  group: 'workspaces',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}',
  summary: 'Drop an assignment, or leave',
  description:
    "Ends the assignment of a person to the workspace, or lets the caller leave; an API key cannot leave for its creator (403). The person's API keys for the workspace are revoked, and all of their keys where a guest is left without an assignment. A guest stays a guest of the organization. Access that comes from the organization is no assignment: it is a 404.",
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.removeMember,
  takesAway: true,
  params: workspaceMemberParams,
  examples: { params: workspaceMemberParamsExample },
  answer: { status: 204, description: 'Not assigned any more' },
  audit: ['workspace_member.removed', 'api_key.revoked'],
  async handle({ params, callOptions }, { workspaces }) {
    await workspaces.removeWorkspaceMember({ ...workspaceOf(params), userId: params.userId }, callOptions);
  },
});
