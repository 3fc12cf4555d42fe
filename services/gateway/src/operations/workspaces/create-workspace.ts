import { inOrganization } from '@patchbay/access/rules';
import { most, withCommas } from '@patchbay/platform/maximums';
import { adds } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import { exampleWorld, organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { newWorkspace, Workspace, workspaceExample } from '../../schemas/workspace.ts';

export const createWorkspace = defineOperation({
  id: 'createWorkspace',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces',
  summary: 'Create a workspace',
  description: `Creates a workspace. Admins, members and viewers of the organization have the same role in it from the start. A slug that another workspace of the organization already has is a 409. An organization has at most ${withCommas(most.workspacesOfOrganization)} workspaces: beyond that it is a 409.`,
  credentials: 'session',
  access: inOrganization.createWorkspaces,
  params: organizationParams,
  body: newWorkspace,
  examples: {
    params: organizationParamsExample,
    body: exampleWorld.workspace,
  },
  answer: {
    status: 201,
    description: 'The workspace',
    schema: Workspace,
    example: workspaceExample,
    links: {
      getWorkspace: { workspaceSlug: '/slug' },
      updateWorkspace: { workspaceSlug: '/slug' },
      addWorkspaceMember: { workspaceSlug: '/slug' },
      createWorkspaceInvitation: { workspaceSlug: '/slug' },
      createIntegration: { workspaceSlug: '/slug' },
    },
  },
  assistant: { changes: { ...adds, fields: ['name', 'slug'] } },
  audit: ['workspace.created'],
  async handle({ params, body, callOptions }, { workspaces }) {
    const request = { organizationSlug: params.orgSlug, ...body };
    const { workspace } = await workspaces.createWorkspace(request, callOptions);
    return presentWorkspace(workspace);
  },
});
