/** From the highest to the lowest: each role includes the rights of those after it. */
export const roles = ['admin', 'member', 'viewer', 'guest'] as const;

export type Role = (typeof roles)[number];

/** The roles in a workspace. Only these can be asked for in a request: `guest` is never given explicitly. */
export const workspaceRoles = ['admin', 'member', 'viewer'] as const satisfies readonly Role[];

export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Whether `role` is `least` or higher. */
export const reaches = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least);
