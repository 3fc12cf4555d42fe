import { roles, workspaceRoles } from '@patchbay/access/role';
import { z } from 'zod';

export const organizationRole = z.enum(roles);
/** Roles in a workspace, and those that an invitation, an assignment or an API key can give. */
export const assignableRole = z.enum(workspaceRoles);
