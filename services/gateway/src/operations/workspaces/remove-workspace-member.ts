import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { workspaceMemberParams, workspaceMemberParamsExample } from '../../schemas/workspace-member.ts';
import { workspaceOf } from './path.ts';

export const removeWorkspaceMember = defineOperation({
  id: 'removeWorkspaceMember',
  group: 'workspaces',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}',
  summary: 'Drop an assignment, or leave',
  description:
    "Effective admins of the workspace remove anyone; whoever is assigned may leave, but no API key does so for its creator. Inherited access is no assignment: it is not found. The person's API keys for the workspace are revoked, and all of them where a guest is left without an assignment.",
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.removeMember,
  params: workspaceMemberParams,
  examples: { params: workspaceMemberParamsExample },
  answer: { status: 204, description: 'Not assigned any more' },
  audit: ['workspace_member.removed', 'api_key.revoked'],
  async handle({ params, callOptions }, { workspaces }) {
    await workspaces.removeWorkspaceMember({ ...workspaceOf(params), userId: params.userId }, callOptions);
  },
});
