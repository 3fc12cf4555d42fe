import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import {
  Workspace,
  workspaceExample,
  workspaceParams,
  workspaceParamsExample,
} from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const getWorkspace = defineOperation({
  id: 'getWorkspace',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
  summary: 'Read a workspace',
  description: 'Returns a workspace, with the effective role that the caller has in it.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: { status: 200, description: 'The workspace', schema: Workspace, example: workspaceExample },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, { workspaces }) {
    const { workspace } = await workspaces.getWorkspace(workspaceOf(params), callOptions);
    return presentWorkspace(workspace);
  },
});
