/** From the highest to the lowest: each may do everything that those behind it may. */
export const roles = ['admin', 'member', 'viewer', 'guest'] as const;

export type Role = (typeof roles)[number];

/** The roles in a workspace, which are also those that somebody can be given: nobody is made a guest by name. */
export const workspaceRoles = ['admin', 'member', 'viewer'] as const satisfies readonly Role[];

export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Whether a role is the same as another one or higher. */
export const reaches = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least);
