import { inWorkspace } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspaceMember } from '../../present/workspace-member.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import { WorkspaceMember, workspaceMemberExample } from '../../schemas/workspace-member.ts';
import { workspaceOf } from './path.ts';

export const listWorkspaceMembers = defineOperation({
  id: 'listWorkspaceMembers',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members',
  summary: 'List the members of a workspace',
  description: 'Everyone who can work in it, assigned or by inheritance, each once, oldest first.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: {
    status: 200,
    description: 'The members',
    schema: z.object({ members: z.array(WorkspaceMember) }),
    example: { members: [workspaceMemberExample] },
  },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { workspaces }) {
    const { members } = await workspaces.listWorkspaceMembers(workspaceOf(params), callOptions);
    return { members: members.map(presentWorkspaceMember) };
  },
});
