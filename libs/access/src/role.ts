/** From the highest to the lowest: each role includes the rights of those after it. */
export const roles = ['admin', 'member', 'viewer', 'guest'] as const;

export type Role = (typeof roles)[number];

/** The roles in a workspace. Only these can be asked for in a request: `guest` is never given explicitly. */
export const workspaceRoles = ['admin', 'member', 'viewer'] as const satisfies readonly Role[];

export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Whether `role` is `least` or higher. */
export function reaches(role: Role, least: Role): boolean {
  const rank = roles.indexOf(role);
  // A role that this version does not know, in a token or a row of a newer one, has no rights.
  return rank !== -1 && rank <= roles.indexOf(least);
}
