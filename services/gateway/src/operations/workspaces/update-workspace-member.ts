import { roleToProto } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { freshForAdmins } from '../../operation/fresh.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspaceMember } from '../../present/workspace.ts';
import { roleChange } from '../../schemas/role.ts';
import {
  WorkspaceMember,
  workspaceMemberExample,
  workspaceMemberParams,
  workspaceMemberParamsExample,
} from '../../schemas/workspace-member.ts';
import { workspaceOf } from './workspace.ts';

export const updateWorkspaceMember = defineOperation({
  id: 'updateWorkspaceMember',
  group: 'workspaces',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members/{userId}',
  summary: "Change a workspace member's role",
  description:
    'Changes the role a person was assigned in a workspace. If they inherit a higher role from the organization, that one stays in effect. Someone who is not assigned is a 404, even if they inherit access.',
  credentials: 'session',
  access: inWorkspace.assign,
  fresh: freshForAdmins,
  params: workspaceMemberParams,
  body: roleChange,
  examples: { params: workspaceMemberParamsExample, body: { role: 'member' } },
  answer: {
    status: 200,
    description: 'The member as it is now',
    schema: WorkspaceMember,
    example: workspaceMemberExample,
  },
  assistant: never('gives access'),
  audit: ['workspace_member.role_changed'],
  async handle({ params, body, callOptions }, { workspaces }) {
    const { member } = await workspaces.updateWorkspaceMember(
      { ...workspaceOf(params), userId: params.userId, role: roleToProto(body.role) },
      callOptions,
    );
    return presentWorkspaceMember(member);
  },
});
