import { roleToProto } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspaceMember } from '../../present/workspace-member.ts';
import { assignableRole } from '../../schemas/role.ts';
import { idInRequest } from '../../schemas/text.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { WorkspaceMember, workspaceMemberExample } from '../../schemas/workspace-member.ts';
import { workspaceOf } from './path.ts';

export const addWorkspaceMember = defineOperation({
  id: 'addWorkspaceMember',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members',
  summary: 'Assign a person to a workspace',
  description:
    'Effective admins of the workspace may. The person has to be of the organization and not assigned yet; where they inherit a higher role, that one stays the effective one.',
  credentials: 'session',
  access: inWorkspace.assign,
  params: workspaceParams,
  body: z.strictObject({ userId: idInRequest, role: assignableRole }),
  examples: {
    params: workspaceParamsExample,
    body: { userId: workspaceMemberExample.userId, role: 'member' },
  },
  answer: {
    status: 201,
    description: 'The member',
    schema: WorkspaceMember,
    example: workspaceMemberExample,
  },
  audit: ['workspace_member.added'],
  async handle({ params, body, callOptions }, { workspaces }) {
    const { member } = await workspaces.addWorkspaceMember(
      { ...workspaceOf(params), userId: body.userId, role: roleToProto(body.role) },
      callOptions,
    );
    return presentWorkspaceMember(member);
  },
});
