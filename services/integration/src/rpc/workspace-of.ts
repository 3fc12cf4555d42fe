import type { AccessIn } from '@patchbay/access/access';
import type { Workspace } from '../domain/integration.ts';

/** The workspace of the caller token, under its present names. */
export const workspaceOf = ({ organization, workspace }: AccessIn<'workspace'>): Workspace => ({
  id: workspace.id,
  organizationId: organization.id,
  slug: workspace.slug,
  name: workspace.name,
  organizationName: organization.name,
});
