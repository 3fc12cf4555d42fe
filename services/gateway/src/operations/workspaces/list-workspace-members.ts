import { inWorkspace } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspaceMember } from '../../present/workspace.ts';
import { workspaceParams, workspaceParamsExample } from '../../schemas/workspace.ts';
import {
  WorkspaceMemberList,
  workspaceAdminExample,
  workspaceMemberExample,
} from '../../schemas/workspace-member.ts';
import { workspaceOf } from './workspace.ts';

export const listWorkspaceMembers = defineOperation({
  id: 'listWorkspaceMembers',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/members',
  summary: 'List the members of a workspace',
  description:
    'Returns everyone who can work in the workspace, assigned or by their role in the organization, each once, oldest first.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The members',
    schema: WorkspaceMemberList,
    example: { members: [workspaceAdminExample, workspaceMemberExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { workspaces }) {
    const { members } = await workspaces.listWorkspaceMembers(workspaceOf(params), callOptions);
    return { members: members.map(presentWorkspaceMember) };
  },
});
