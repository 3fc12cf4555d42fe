import { roles, workspaceRoles } from '@patchbay/access/role';
import { z } from 'zod';

export const organizationRole = z.enum(roles);
/** In a workspace, and what can be given to somebody. */
export const assignableRole = z.enum(workspaceRoles);
