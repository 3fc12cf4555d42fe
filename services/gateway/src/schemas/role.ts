import { roles, workspaceRoles } from '@patchbay/access/role';
import { z } from 'zod';

export const organizationRole = z.enum(roles).meta({
  id: 'OrganizationRole',
  description:
    'A role in an organization, from the highest: `admin`, `member`, `viewer`, `guest`. A guest sees only the workspaces it is assigned to.',
});
/** Roles in a workspace, and those that an invitation, an assignment or an API key can give. */
export const assignableRole = z.enum(workspaceRoles).meta({
  id: 'AssignableRole',
  description:
    'A role that an invitation, an assignment to a workspace or an API key can give. `admin` manages, `member` works with integrations, `viewer` reads.',
});

/** The body of operations that change nothing but a role. */
export const roleChange = z
  .strictObject({ role: assignableRole.meta({ description: 'The new role.' }) })
  .meta({ id: 'RoleChange', description: 'A new role for a member.' });
