import { knownRole } from '@patchbay/access/proto';
import { inWorkspace } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import {
  WorkspaceWithCan,
  workspaceParams,
  workspaceParamsExample,
  workspaceWithCanExample,
} from '../../schemas/workspace.ts';
import { workspaceOf } from './workspace.ts';

export const getWorkspace = defineOperation({
  id: 'getWorkspace',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
  summary: 'Read a workspace',
  description:
    'Returns a workspace, with the effective role that the caller has in it and the operations that it may call (`can`).',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.see,
  params: workspaceParams,
  examples: { params: workspaceParamsExample },
  answer: {
    status: 200,
    description: 'The workspace',
    schema: WorkspaceWithCan,
    example: workspaceWithCanExample,
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle(request, { workspaces, can }) {
    const { workspace, organizationRole } = await workspaces.getWorkspace(
      workspaceOf(request.params),
      request.callOptions,
    );
    const presented = presentWorkspace(workspace);
    const roles = { organization: knownRole(organizationRole), workspace: presented.role };
    return { ...presented, can: can.inWorkspace(roles, request.caller) };
  },
});
