import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { Workspace, workspaceExample } from '../../schemas/workspace.ts';

export const listWorkspaces = defineOperation({
  id: 'listWorkspaces',
  group: 'workspaces',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces',
  summary: 'List workspaces',
  description: 'Those of the organization that the caller can see, oldest first.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inOrganization.see,
  params: organizationParams,
  examples: { params: { orgSlug: 'acme' } },
  answer: {
    status: 200,
    description: 'The workspaces',
    schema: z.object({ workspaces: z.array(Workspace) }),
    example: { workspaces: [workspaceExample] },
  },
  audit: { none: 'a read' },
  async handle({ params, callOptions }, services) {
    const { workspaces } = await services.workspaces.listWorkspaces(
      { organizationSlug: params.orgSlug },
      callOptions,
    );
    return { workspaces: workspaces.map(presentWorkspace) };
  },
});
