import { inWorkspace } from '@patchbay/access/rules';
import { replaces } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import { renaming } from '../../schemas/text.ts';
import {
  Workspace,
  workspaceExample,
  workspaceParams,
  workspaceParamsExample,
} from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const updateWorkspace = defineOperation({
  id: 'updateWorkspace',
  group: 'workspaces',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
  summary: 'Rename a workspace',
  description: 'Renames a workspace. Its slug never changes.',
  credentials: 'session',
  access: inWorkspace.rename,
  params: workspaceParams,
  body: renaming,
  examples: { params: workspaceParamsExample, body: { name: workspaceExample.name } },
  answer: {
    status: 200,
    description: 'The workspace as it is now',
    schema: Workspace,
    example: workspaceExample,
  },
  assistant: { changes: { ...replaces, fields: ['name'] } },
  audit: ['workspace.updated'],
  async handle({ params, body, callOptions }, { workspaces }) {
    const request = { ...workspaceOf(params), name: body.name };
    const { workspace } = await workspaces.updateWorkspace(request, callOptions);
    return presentWorkspace(workspace);
  },
});
