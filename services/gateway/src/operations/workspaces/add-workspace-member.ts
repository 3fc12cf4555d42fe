import { roleToProto } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { freshForAdmins } from '../../operation/fresh.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspaceMember } from '../../present/workspace.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import {
  newWorkspaceMember,
  WorkspaceMember,
  workspaceMemberExample,
} from '../../schemas/workspace-member.ts';
import { workspaceOf } from './workspace.ts';

export const addWorkspaceMember = defineOperation({
  id: 'addWorkspaceMember',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members',
  summary: 'Add a member to a workspace',
  description:
    'Assigns a person of the organization to a workspace. If they inherit a higher role from the organization, that one stays in effect. Someone who is not in the organization is a 400 on `userId`, someone who is already assigned a 409.',
  credentials: 'session',
  access: inWorkspace.assign,
  fresh: freshForAdmins,
  params: workspaceParams,
  body: newWorkspaceMember,
  examples: {
    params: workspaceParamsExample,
    body: { userId: workspaceMemberExample.userId, role: 'member' },
  },
  answer: {
    status: 201,
    description: 'The member',
    schema: WorkspaceMember,
    example: workspaceMemberExample,
    links: { updateWorkspaceMember: { userId: '/userId' }, removeWorkspaceMember: { userId: '/userId' } },
  },
  assistant: never('gives access'),
  audit: ['workspace_member.added'],
  async handle({ params, body, callOptions }, { workspaces }) {
    const { member } = await workspaces.addWorkspaceMember(
      { ...workspaceOf(params), userId: body.userId, role: roleToProto(body.role) },
      callOptions,
    );
    return presentWorkspaceMember(member);
  },
});
