import type { Access as CallerAccess } from '@patchbay/access/access';
import type { WorkspaceRole } from '@patchbay/access/role';
import { effectiveRole, type Standing } from '../domain/access.ts';
import type { Organization } from '../domain/organization.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { OrganizationWithRole } from './organizations.ts';

export interface WorkspaceWithRole extends Workspace {
  /** The effective role. */
  readonly role: WorkspaceRole;
  /** The caller watches it. False for API keys. */
  readonly watched: boolean;
}

/** The organization and the workspace of the request's path, with the caller's roles in them. */
export interface Access extends CallerAccess {
  readonly organization: OrganizationWithRole;
  readonly workspace?: WorkspaceWithRole;
}

/** Access that was read under the row lock of the organization: it cannot change until the transaction ends. */
export interface LockedAccess extends Access {
  readonly organization: OrganizationWithRole & LockedOrganization;
}

/** The slugs in a request. Without a workspace slug, or with an empty one, it is about the organization itself. */
export interface Path {
  readonly organizationSlug: string;
  readonly workspaceSlug?: string;
  /** Whether the access has no workspace where the slug names none that the caller sees. Default false: it is not visible then. */
  readonly workspaceOptional?: boolean;
}

export type WorkspacePath = Required<Omit<Path, 'workspaceOptional'>>;

/** Columns of organization `o`, and by left joins of workspace `w` and assignment `a`: null where the path names none. */
export const accessColumns = `
  o.id, o.slug, o.name, o.domain, o.domain_role as "domainRole", o.created_at as "createdAt",
  o.requires_passkey as "requiresPasskey", o.deletes_at as "deletesAt", o.suspended_reason as "suspendedReason",
  w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName",
  w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt", a.role as assigned`;

export type AccessRow = Organization & {
  readonly workspaceId: string | null;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly workspaceCreatedAt: Date;
  readonly workspaceUpdatedAt: Date;
  readonly assigned: WorkspaceRole | null;
  readonly watched: boolean;
};

export const organizationFromRow = (row: AccessRow, { role }: Standing): OrganizationWithRole => {
  const { id, slug, name, domain, domainRole, createdAt } = row;
  const { requiresPasskey, deletesAt, suspendedReason } = row;
  return {
    id,
    slug,
    name,
    domain,
    domainRole,
    createdAt,
    requiresPasskey,
    deletesAt,
    suspendedReason,
    role,
  };
};

/** Undefined where the row has no workspace, or where this standing does not allow to see it. */
export function workspaceFromRow(row: AccessRow, standing: Standing): WorkspaceWithRole | undefined {
  const role = effectiveRole(standing);
  if (row.workspaceId === null || role === null) return undefined;
  return {
    id: row.workspaceId,
    organizationId: row.id,
    slug: row.workspaceSlug,
    name: row.workspaceName,
    createdAt: row.workspaceCreatedAt,
    updatedAt: row.workspaceUpdatedAt,
    role,
    watched: row.watched,
  };
}

/**
 * Undefined where the path names a workspace that does not exist or that this standing does not allow to see, unless the workspace is
 * optional.
 */
export function accessFromRow(
  row: AccessRow,
  standing: Standing,
  { workspaceSlug, workspaceOptional = false }: Path,
): Access | undefined {
  const organization = organizationFromRow(row, standing);
  if (!workspaceSlug) return { organization };
  const workspace = workspaceFromRow(row, standing);
  if (workspace === undefined && workspaceOptional) return { organization };
  return workspace && { organization, workspace };
}

export const lockedAccess = (access: Access, organization: LockedOrganization): LockedAccess => ({
  ...access,
  organization: { ...access.organization, ...organization },
});
