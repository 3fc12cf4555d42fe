import { inOrganization } from '@patchbay/access/rules';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { WorkspaceList, workspaceExample } from '../../schemas/workspace.ts';

export const listWorkspaces = defineOperation({
  id: 'listWorkspaces',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces',
  summary: 'List workspaces',
  description:
    'Returns the workspaces of the organization that the caller can see, oldest first. A guest sees those it is assigned to, a workspace-level API key its own.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inOrganization.see,
  params: organizationParams,
  examples: { params: organizationParamsExample },
  answer: {
    status: 200,
    isList: true,
    description: 'The workspaces',
    schema: WorkspaceList,
    example: { workspaces: [workspaceExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { workspaces } = await services.workspaces.listWorkspaces(
      { organizationSlug: params.orgSlug },
      callOptions,
    );
    return { workspaces: workspaces.map(presentWorkspace) };
  },
});
