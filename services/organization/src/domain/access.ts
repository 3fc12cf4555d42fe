import { forbidden } from '@patchbay/errors/failure';

/** From the least to the most. */
export const roles = ['guest', 'viewer', 'member', 'admin'] as const;

export type Role = (typeof roles)[number];

/** A role in a workspace, and what can be given to a member: being a guest is what remains without either. */
export type WorkspaceRole = Exclude<Role, 'guest'>;

export const reaches = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** What a person is in an organization and, where one is looked at, assigned in a workspace. */
export interface Standing {
  readonly role: Role;
  readonly assigned: WorkspaceRole | null;
}

/** The higher of the inherited and the assigned role in a workspace; null: the workspace is not theirs to see. */
export function effectiveRole({ role, assigned }: Standing): WorkspaceRole | null {
  if (role === 'guest') return assigned;
  return assigned !== null && reaches(assigned, role) ? assigned : role;
}

export interface Rule {
  readonly least: Role;
  /** What those read who see the thing but may not do this. */
  readonly refusal: string;
}

/** Who may do what in an organization, by the role there. What is not named is open to everyone who is of it. */
export const inOrganization = {
  rename: { least: 'admin', refusal: 'Only admins of the organization can rename it.' },
  seeMembers: { least: 'viewer', refusal: 'Guests cannot see the members of the organization.' },
  changeRoles: { least: 'admin', refusal: 'Only admins of the organization can change the roles in it.' },
  removeOthers: { least: 'admin', refusal: 'Only admins of the organization can remove others from it.' },
  invite: { least: 'admin', refusal: 'Only admins of the organization can see and send its invitations.' },
  mintKeys: { least: 'admin', refusal: 'Only admins of the organization can make API keys for it.' },
  createWorkspaces: { least: 'admin', refusal: 'Only admins of the organization can create workspaces.' },
} as const satisfies Record<string, Rule>;

/** Who may do what in a workspace, by the effective role there. What is not named is open to everyone who sees it. */
export const inWorkspace = {
  rename: { least: 'admin', refusal: 'Only admins of the workspace can rename it.' },
  assign: { least: 'admin', refusal: 'Only admins of the workspace can change its members.' },
  removeOthers: { least: 'admin', refusal: 'Only admins of the workspace can remove others from it.' },
  invite: { least: 'admin', refusal: 'Only admins of the workspace can see and send its invitations.' },
  mintKeys: { least: 'admin', refusal: 'Only admins of the workspace can make API keys for it.' },
} as const satisfies Record<string, Rule>;

export function demand(role: Role, { least, refusal }: Rule): void {
  if (!reaches(role, least)) throw forbidden(refusal);
}

/** Whether somebody may invite into the organization, or into the workspace that the standing is about. */
export function mayInvite(standing: Standing | undefined, into: 'organization' | 'workspace'): boolean {
  if (standing === undefined) return false;
  if (into === 'organization') return reaches(standing.role, inOrganization.invite.least);
  const role = effectiveRole(standing);
  return role !== null && reaches(role, inWorkspace.invite.least);
}
