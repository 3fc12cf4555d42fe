import { type Role, reaches, type WorkspaceRole } from '@patchbay/access/role';
import { inOrganization, inWorkspace } from '@patchbay/access/rules';

/** A person's role in an organization and, where a workspace is looked at, the role that they are assigned in it. */
export interface Standing {
  readonly role: Role;
  readonly assigned: WorkspaceRole | null;
}

/** The higher of the inherited and the assigned role in a workspace; null: the workspace is not theirs to see. */
export function effectiveRole({ role, assigned }: Standing): WorkspaceRole | null {
  if (role === 'guest') return assigned;
  return assigned !== null && reaches(assigned, role) ? assigned : role;
}

/** Whether somebody may invite into the organization, or into the workspace that the standing is about. */
export function mayInvite(standing: Standing | undefined, into: 'organization' | 'workspace'): boolean {
  if (standing === undefined) return false;
  if (into === 'organization') return reaches(standing.role, inOrganization.invite.least);
  const role = effectiveRole(standing);
  return role !== null && reaches(role, inWorkspace.invite.least);
}
