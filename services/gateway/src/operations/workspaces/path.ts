import type { z } from 'zod';
import type { workspaceParams } from '../../schemas/workspace.ts';

/** The workspace that a path names, as the organization service calls it. */
export const workspaceOf = ({ orgSlug, workspaceSlug }: z.output<typeof workspaceParams>) => ({
  organizationSlug: orgSlug,
  workspaceSlug,
});
