import { forbidden } from '@patchbay/errors/failure';
import { type Role, reaches, type WorkspaceRole } from './role.ts';

interface RuleBase {
  /** What those read who see the thing but may not do this; left out where everyone who sees it may. */
  readonly refusal?: string;
}

/** Who may do something, by the role in the organization that the path names. */
export interface OrganizationRule extends RuleBase {
  readonly scope: 'organization';
  readonly least: Role;
}

/** Who may do something, by the effective role in the workspace that the path names. */
export interface WorkspaceRule extends RuleBase {
  readonly scope: 'workspace';
  readonly least: WorkspaceRole;
}

export type Rule = OrganizationRule | WorkspaceRule;

const organization = (least: Role, refusal?: string): OrganizationRule => ({
  scope: 'organization',
  least,
  ...(refusal !== undefined && { refusal }),
});
const workspace = (least: WorkspaceRole, refusal?: string): WorkspaceRule => ({
  scope: 'workspace',
  least,
  ...(refusal !== undefined && { refusal }),
});

/** Each rule in an organization once: operations declare them, and the service that owns the operation demands them. */
export const inOrganization = {
  see: organization('guest'),
  rename: organization('admin', 'Only admins of the organization can rename it.'),
  seeMembers: organization('viewer', 'Guests cannot see the members of the organization.'),
  changeRoles: organization('admin', 'Only admins of the organization can change the roles in it.'),
  removeOthers: organization('admin', 'Only admins of the organization can remove others from it.'),
  invite: organization('admin', 'Only admins of the organization can see and send its invitations.'),
  mintKeys: organization('admin', 'Only admins of the organization can make API keys for it.'),
  createWorkspaces: organization('admin', 'Only admins of the organization can create workspaces.'),
  readTrail: organization('admin', 'Only admins of the organization can read its audit trail.'),
} as const;

/** The same in a workspace. */
export const inWorkspace = {
  see: workspace('viewer'),
  rename: workspace('admin', 'Only admins of the workspace can rename it.'),
  assign: workspace('admin', 'Only admins of the workspace can change its members.'),
  removeOthers: workspace('admin', 'Only admins of the workspace can remove others from it.'),
  invite: workspace('admin', 'Only admins of the workspace can see and send its invitations.'),
  mintKeys: workspace('admin', 'Only admins of the workspace can make API keys for it.'),
} as const;

/** Refuses whoever has a lower role than the rule asks for. */
export function demand(role: Role, { least, refusal = 'Your role does not allow this.' }: Rule): void {
  if (!reaches(role, least)) throw forbidden(refusal);
}
