import type { Access as CallerAccess } from '@patchbay/access/access';
import { effectiveRole, type Standing, type WorkspaceRole } from '../domain/access.ts';
import type { Organization } from '../domain/organization.ts';
import type { Workspace } from '../domain/workspace.ts';
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

/** What a request names. No workspace, or an empty slug: the organization itself. */
export interface Path {
  readonly organizationSlug: string;
  readonly workspaceSlug?: string;
}

/** Of organization `o`, workspace `w` and assignment `a`, the last two where the path leads to them. */
export const pathColumns = `
  o.id, o.slug, o.name, o.domain, o.created_at as "createdAt",
  w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName",
  w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt", a.role as assigned`;

export type PathRow = Organization & {
  readonly workspaceId: string | null;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly workspaceCreatedAt: Date;
  readonly workspaceUpdatedAt: Date;
  readonly assigned: WorkspaceRole | null;
};

export const organizationIn = (row: PathRow, { role }: Standing): OrganizationWithRole => {
  const { id, slug, name, domain, createdAt } = row;
  return { id, slug, name, domain, createdAt, role };
};

/** The row's workspace, where there is one and whoever stands so may see it. */
export function workspaceIn(row: PathRow, standing: Standing): WorkspaceWithRole | undefined {
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

/** Undefined where the path names a workspace that is not theirs to see. */
export function accessIn(row: PathRow, standing: Standing, { workspaceSlug }: Path): Access | undefined {
  const organization = organizationIn(row, standing);
  if (!workspaceSlug) return { organization };
  const workspace = workspaceIn(row, standing);
  return workspace && { organization, workspace };
}
