import type { z } from 'zod';
import type { workspaceParams } from '../../schemas/workspace.ts';

/** Path parameters as fields of a request to organization. */
export const workspaceOf = ({ orgSlug, workspaceSlug }: z.output<typeof workspaceParams>) => ({
  organizationSlug: orgSlug,
  workspaceSlug,
});
