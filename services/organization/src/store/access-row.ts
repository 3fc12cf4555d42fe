import type { Access as CallerAccess } from '@patchbay/access/access';
import type { WorkspaceRole } from '@patchbay/access/role';
import { effectiveRole, type Standing } from '../domain/access.ts';
import type { Organization } from '../domain/organization.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { OrganizationWithRole } from './organizations.ts';

export interface WorkspaceWithRole extends Workspace {
  /** The effective one. */
  readonly role: WorkspaceRole;
}

/** What a request's path names and the caller may see, with everything that is known of it. */
export interface Access extends CallerAccess {
  readonly organization: OrganizationWithRole;
  readonly workspace?: WorkspaceWithRole;
}

/** Access that was read under the row lock of the organization: it holds until the transaction ends. */
export interface LockedAccess extends Access {
  readonly organization: OrganizationWithRole & LockedOrganization;
}

/** What a request names. No workspace, or an empty slug: the organization itself. */
export interface Path {
  readonly organizationSlug: string;
  readonly workspaceSlug?: string;
}

/** Of organization `o`, and of workspace `w` and assignment `a` where the path names a workspace. */
export const accessColumns = `
  o.id, o.slug, o.name, o.domain, o.created_at as "createdAt",
  w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName",
  w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt", a.role as assigned`;

export type AccessRow = Organization & {
  readonly workspaceId: string | null;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly workspaceCreatedAt: Date;
  readonly workspaceUpdatedAt: Date;
  readonly assigned: WorkspaceRole | null;
};

export const organizationFromRow = (row: AccessRow, { role }: Standing): OrganizationWithRole => {
  const { id, slug, name, domain, createdAt } = row;
  return { id, slug, name, domain, createdAt, role };
};

/** Undefined where the row has no workspace, or where nobody of this standing may see it. */
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
  };
}

/** Undefined where the path names a workspace that nobody of this standing may see. */
export function accessFromRow(
  row: AccessRow,
  standing: Standing,
  { workspaceSlug }: Path,
): Access | undefined {
  const organization = organizationFromRow(row, standing);
  if (!workspaceSlug) return { organization };
  const workspace = workspaceFromRow(row, standing);
  return workspace && { organization, workspace };
}

export const lockedAccess = (access: Access, organization: LockedOrganization): LockedAccess => ({
  ...access,
  organization: { ...access.organization, ...organization },
});
