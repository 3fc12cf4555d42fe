import { Failure } from '@patchbay/errors/failure';
import { type Role, reaches, type WorkspaceRole } from './role.ts';

interface RuleBase {
  /**
   * The public text of the 403 for callers who may see the organization or workspace but have a lower role. Unset if there
   * is no lower role.
   */
  readonly refusal?: string;
  /** A user may do it to themselves (the path's `{userId}` is their own) with any role. Default: only the role counts. */
  readonly orSelf?: true;
}

/** The lowest role in the path's organization that is allowed. */
export interface OrganizationRule extends RuleBase {
  readonly scope: 'organization';
  readonly least: Role;
}

/** The lowest effective role in the path's workspace that is allowed. */
export interface WorkspaceRule extends RuleBase {
  readonly scope: 'workspace';
  readonly least: WorkspaceRole;
}

export type Rule = OrganizationRule | WorkspaceRule;

const organization = (least: Role, refusal: string) =>
  ({ scope: 'organization', least, refusal }) as const satisfies OrganizationRule;
const workspace = (least: WorkspaceRole, refusal: string) =>
  ({ scope: 'workspace', least, refusal }) as const satisfies WorkspaceRule;
const orSelf = <R extends Rule>(rule: R) => ({ ...rule, orSelf: true }) as const;

/**
 * Every rule in an organization. An operation declares one of them as its access, and the service that owns the operation
 * demands the same one, so that role and refusal are written only here.
 */
export const inOrganization = {
  see: { scope: 'organization', least: 'guest' },
  change: organization('admin', 'Only admins of the organization can change it.'),
  seeMembers: organization('viewer', 'Guests cannot see the members of the organization.'),
  changeRoles: organization('admin', 'Only admins of the organization can change the roles in it.'),
  removeMember: orSelf(organization('admin', 'Only admins of the organization can remove others from it.')),
  invite: organization('admin', 'Only admins of the organization can see and send its invitations.'),
  mintKeys: organization('admin', 'Only admins of the organization can make API keys for it.'),
  createWorkspaces: organization('admin', 'Only admins of the organization can create workspaces.'),
  deleteWorkspaces: organization('admin', 'Only admins of the organization can delete workspaces.'),
  close: organization('admin', 'Only admins of the organization can delete or restore it.'),
  manageWebhooks: organization('admin', 'Only admins of the organization can see and change its webhooks.'),
  readTrail: organization('admin', 'Only admins of the organization can read its audit trail.'),
} as const satisfies Record<string, OrganizationRule>;

/** Every rule in a workspace. */
export const inWorkspace = {
  see: { scope: 'workspace', least: 'viewer' },
  rename: workspace('admin', 'Only admins of the workspace can rename it.'),
  assign: workspace('admin', 'Only admins of the workspace can change its members.'),
  removeMember: orSelf(workspace('admin', 'Only admins of the workspace can remove others from it.')),
  invite: workspace('admin', 'Only admins of the workspace can see and send its invitations.'),
  mintKeys: workspace('admin', 'Only admins of the workspace can make API keys for it.'),
  manageIntegrations: workspace('member', 'Viewers of the workspace cannot change its integrations.'),
  useIntegrations: workspace('member', 'Viewers of the workspace cannot use its integrations.'),
  seeRequests: workspace(
    'member',
    'Viewers of the workspace cannot see what was sent through its integrations.',
  ),
  grantUse: workspace('admin', 'Only admins of the workspace can decide which keys use its integrations.'),
  deleteIntegrations: workspace('admin', 'Only admins of the workspace can delete its integrations.'),
} as const satisfies Record<string, WorkspaceRule>;

/** The part of a caller's access that a rule checks: the role in its scope. */
export type RoleIn<Scope extends Rule['scope']> = { readonly [S in Scope]: { readonly role: Role } };

/**
 * The last argument of `demand`: required for a rule with `orSelf`, whether the caller acts on themselves; else forbidden.
 */
export type OnSelf<R extends Rule> = R extends { readonly orSelf: true }
  ? [onSelf: boolean]
  : [onSelf?: never];

/** Throws `forbidden` with the rule's refusal text if the caller's role is lower than the rule's. */
export function demand<R extends Rule>(access: RoleIn<R['scope']>, rule: R, ...[onSelf]: OnSelf<R>): void {
  const scope: R['scope'] = rule.scope;
  if (onSelf !== true && !reaches(access[scope].role, rule.least))
    throw new Failure('forbidden', rule.refusal);
}
