import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/bounds';
import type { Workspace } from '../domain/workspace.ts';
import type { WorkspaceWithRole } from './access-row.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { OrganizationWithRole } from './organizations.ts';
import type { Tx } from './transaction.ts';

export const workspacesOfMember = {
  name: 'workspaces that a member sees',
  text: `select w.id, w.organization_id as "organizationId", w.slug, w.name, w.created_at as "createdAt",
                w.updated_at as "updatedAt", greatest($3::role, a.role) as role,
                s.user_id is not null as watched
         from workspaces w left join assignments a on a.workspace_id = w.id and a.user_id = $2::uuid
         left join watches s on s.workspace_id = w.id and s.user_id = $4::uuid and s.ended_at is null
         where w.organization_id = $1 and ($3::role > 'guest' or a.id is not null)
         order by w.created_at, w.id limit ${most.workspacesOfOrganization}`,
};

/**
 * `userId`: the user whose assignments count in addition to the role; null for an organization-level key. `watcherId`: the user whose
 * watching is told; null for a key.
 */
export const listWorkspaces = (
  db: Queryable,
  { id, role }: OrganizationWithRole,
  userId: string | null,
  watcherId: string | null,
): Promise<WorkspaceWithRole[]> =>
  db.query<WorkspaceWithRole>(workspacesOfMember, [id, userId, role, watcherId]);

/** False, and nothing is inserted, where the organization already has a workspace with this slug (unique index). */
export async function insertWorkspace(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  workspace: Workspace,
): Promise<boolean> {
  const data = [{ ...workspace, organizationId }];
  const { count } = await tx.prisma.workspace.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function saveWorkspaceName(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { id, name, updatedAt }: Workspace,
): Promise<void> {
  await tx.prisma.workspace.update({ where: { id, organizationId }, data: { name, updatedAt } });
}
