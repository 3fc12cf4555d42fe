import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentWorkspace } from '../../present/workspace.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { resourceName, slug } from '../../schemas/text.ts';
import { Workspace, workspaceExample } from '../../schemas/workspace.ts';

export const createWorkspace = defineOperation({
  id: 'createWorkspace',
  group: 'workspaces',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces',
  summary: 'Create a workspace',
  description: 'Admins of the organization may. The slug is unique in the organization and never changes.',
  credentials: 'session',
  access: inOrganization.createWorkspaces,
  params: organizationParams,
  body: z.strictObject({ name: resourceName, slug }),
  examples: {
    params: { orgSlug: 'acme' },
    body: { name: 'Brand campaigns', slug: 'brand-campaigns' },
  },
  answer: {
    status: 201,
    description: 'The workspace',
    schema: Workspace,
    example: workspaceExample,
  },
  audit: ['workspace.created'],
  async handle({ params, body, callOptions }, { workspaces }) {
    const request = { organizationSlug: params.orgSlug, ...body };
    const { workspace } = await workspaces.createWorkspace(request, callOptions);
    return presentWorkspace(workspace);
  },
});
