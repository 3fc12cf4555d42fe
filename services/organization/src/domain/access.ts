import { type Role, reaches, type WorkspaceRole } from '@patchbay/access/role';
import { inOrganization, inWorkspace } from '@patchbay/access/rules';

/** A role in an organization and, where a workspace is concerned, the role assigned in that workspace. */
export interface Standing {
  readonly role: Role;
  readonly assigned: WorkspaceRole | null;
}

/** The higher of the inherited and the assigned role in a workspace; null: a guest without an assignment may not see it. */
export function effectiveRole({ role, assigned }: Standing): WorkspaceRole | null {
  if (role === 'guest') return assigned;
  return assigned !== null && reaches(assigned, role) ? assigned : role;
}

/** True if this standing allows to invite into the organization, or into the workspace of the standing. */
export function mayInvite(standing: Standing | undefined, into: 'organization' | 'workspace'): boolean {
  if (standing === undefined) return false;
  if (into === 'organization') return reaches(standing.role, inOrganization.invite.least);
  const role = effectiveRole(standing);
  return role !== null && reaches(role, inWorkspace.invite.least);
}
