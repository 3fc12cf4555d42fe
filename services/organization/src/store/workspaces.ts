import type { Queryable, Statement } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
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

const inserts = {
  name: 'insert a workspace',
  text: `insert into workspaces (id, organization_id, slug, name, created_at, updated_at)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6) on conflict do nothing returning 1 as inserted`,
};

/** False, and nothing is inserted, where the organization already has a workspace with this slug (unique index). */
export async function insertWorkspace(
  tx: Tx,
  organization: LockedOrganization,
  { id, slug, name, createdAt, updatedAt }: Workspace,
): Promise<boolean> {
  return (await tx.query(inserts, [id, organization.id, slug, name, createdAt, updatedAt])).length === 1;
}

const savesName = {
  name: 'save the name of a workspace',
  text: 'update workspaces set name = $3, updated_at = $4 where id = $1::uuid and organization_id = $2::uuid',
};

export async function saveWorkspaceName(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { id, name, updatedAt }: Workspace,
): Promise<void> {
  await tx.query(savesName, [id, organizationId, name, updatedAt]);
}

const deleteKeysOfWorkspace = {
  name: 'delete API keys of a workspace',
  // Takes the row locks in the order of the ids, as `saveLastRequests` does, so that concurrent statements cannot deadlock.
  text: `with locked as materialized (
           select id from api_keys where organization_id = $1::uuid and workspace_id = $2::uuid order by id for update
         ),
         gone as (
           delete from api_keys k using locked where k.id = locked.id returning k.status, k.expires_at
         )
         select count(*)::integer as count from gone
         where status <> 'revoked' and (expires_at is null or expires_at > $3::timestamptz)`,
};
const deleteInvitationsOfWorkspace = {
  name: 'delete invitations into a workspace',
  text: `with gone as (
           delete from invitations where organization_id = $1::uuid and workspace_id = $2::uuid returning status, expires_at
         )
         select count(*)::integer as count from gone where status = 'pending' and expires_at > $3::timestamptz`,
};
const deleteAssignmentsOfWorkspace = {
  name: 'delete assignments to a workspace',
  text: `with gone as (
           delete from assignments where organization_id = $1::uuid and workspace_id = $2::uuid returning id
         )
         select count(*)::integer as count from gone`,
};
const deletes = {
  name: 'delete a workspace',
  text: 'delete from workspaces where organization_id = $1::uuid and id = $2::uuid',
};

/**
 * Deletes the workspace with its keys, invitations, assignments, watches and notices, and returns how many keys were live, how many
 * invitations were pending, and how many assignments there were. The foreign keys delete watches and notices.
 */
export async function deleteWorkspace(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { id }: Pick<Workspace, 'id'>,
  now: Date,
): Promise<{ apiKeys: number; invitations: number; assignments: number }> {
  const count = async (statement: Statement, ...more: readonly unknown[]): Promise<number> =>
    (await tx.query<{ count: number }>(statement, [organizationId, id, ...more]))[0]?.count ?? 0;
  const deleted = {
    apiKeys: await count(deleteKeysOfWorkspace, now),
    invitations: await count(deleteInvitationsOfWorkspace, now),
    assignments: await count(deleteAssignmentsOfWorkspace),
  };
  await tx.query(deletes, [organizationId, id]);
  return deleted;
}
