import type { Person } from '@patchbay/access/caller';
import type { Role, WorkspaceRole } from '@patchbay/access/role';
import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import { effectiveRole } from '../domain/access.ts';
import type { Assignment, Workspace } from '../domain/workspace.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

/** A person in a workspace. `id` and `createdAt` are the assignment's where there is one, else the membership's. */
export interface WorkspaceMember extends Person {
  readonly id: string;
  /** The effective role. */
  readonly role: WorkspaceRole;
  readonly createdAt: Date;
  /** False where there is an assignment. */
  readonly inherited: boolean;
}

export const membersOfWorkspace = {
  name: 'members of a workspace',
  text: `select coalesce(a.id, m.id) as id, m.user_id as "userId", p.email, p.name,
                greatest(m.role, a.role) as role, coalesce(a.created_at, m.created_at) as "createdAt",
                a.id is null as inherited
         from members m join people p on p.user_id = m.user_id
         left join assignments a on a.workspace_id = $2 and a.user_id = m.user_id
         where m.organization_id = $1 and (m.role > 'guest' or a.id is not null)
         order by "createdAt", id limit ${most.membersOfOrganization}`,
};

export const listWorkspaceMembers = (
  db: Queryable,
  { id, organizationId }: Pick<Workspace, 'id' | 'organizationId'>,
): Promise<WorkspaceMember[]> => db.query<WorkspaceMember>(membersOfWorkspace, [organizationId, id]);

/** A member of the organization, with their assignment to one of its workspaces. */
export interface Assignee {
  readonly person: Person;
  /** The role in the organization. */
  readonly role: Role;
  readonly assignment: Assignment | undefined;
}

interface AssigneeRow {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly id: string | null;
  readonly assigned: WorkspaceRole;
  readonly createdAt: Date;
}

const assigneeByUser = {
  name: 'assignee by user',
  text: `select p.email, p.name, m.role, a.id, a.role as assigned, a.created_at as "createdAt"
         from members m join people p on p.user_id = m.user_id
         left join assignments a on a.workspace_id = $1::uuid and a.user_id = m.user_id
         where m.organization_id = $2::uuid and m.user_id = $3::uuid`,
};

export async function findAssignee(
  db: Queryable,
  { id: workspaceId, organizationId }: Pick<Workspace, 'id' | 'organizationId'>,
  userId: string,
): Promise<Assignee | undefined> {
  const [row] = await db.query<AssigneeRow>(assigneeByUser, [workspaceId, organizationId, userId]);
  if (row === undefined) return undefined;
  const { email, name, role, id, assigned, createdAt } = row;
  return {
    person: { userId, email, name },
    role,
    assignment:
      id === null ? undefined : { id, organizationId, workspaceId, userId, role: assigned, createdAt },
  };
}

/** The member with this assignment, as `listWorkspaceMembers` would return them. */
export const assignedMember = ({ person, role }: Assignee, assignment: Assignment): WorkspaceMember => ({
  ...person,
  id: assignment.id,
  role: effectiveRole({ role, assigned: assignment.role }) ?? assignment.role,
  createdAt: assignment.createdAt,
  inherited: false,
});

const inserts = {
  name: 'insert an assignment',
  text: `insert into assignments (id, organization_id, workspace_id, user_id, role, created_at)
         values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6) on conflict do nothing returning 1 as inserted`,
};

/** False where the person is assigned already. */
export async function insertAssignment(
  tx: Tx,
  organization: LockedOrganization,
  { id, workspaceId, userId, role, createdAt }: Omit<Assignment, 'organizationId'>,
): Promise<boolean> {
  const values = [id, organization.id, workspaceId, userId, role, createdAt];
  return (await tx.query(inserts, values)).length === 1;
}

const saves = {
  name: 'save an assigned role',
  text: `update assignments set role = $4
         where organization_id = $1::uuid and workspace_id = $2::uuid and user_id = $3::uuid`,
};

export async function saveAssignedRole(
  tx: Tx,
  { id }: LockedOrganization,
  { workspaceId, userId, role }: Pick<Assignment, 'workspaceId' | 'userId' | 'role'>,
): Promise<void> {
  await tx.query(saves, [id, workspaceId, userId, role]);
}

const deletes = {
  name: 'delete an assignment',
  text: 'delete from assignments where id = $1::uuid and organization_id = $2::uuid',
};

export async function deleteAssignment(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { id }: Assignment,
): Promise<void> {
  await tx.query(deletes, [id, organizationId]);
}

const assignedSlugs = {
  name: 'assigned roles of a member',
  text: `select w.slug, a.role from assignments a join workspaces w on w.id = a.workspace_id
         where a.organization_id = $1::uuid and a.user_id = $2::uuid
         order by w.slug limit ${most.workspacesOfOrganization}`,
};

/** The assigned roles of a member, by workspace slug. */
export async function assignedRoles(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<Record<string, WorkspaceRole>> {
  const values = [organizationId, userId];
  const rows = await db.query<{ slug: string; role: WorkspaceRole }>(assignedSlugs, values);
  return Object.fromEntries(rows.map(({ slug, role }) => [slug, role]));
}

const readableWorkspaces = {
  name: 'workspaces that a person reads',
  text: `select m.role, array(select a.workspace_id from assignments a
                              where a.organization_id = m.organization_id and a.user_id = m.user_id
                              limit ${most.workspacesOfOrganization}) as assigned
         from members m where m.organization_id = $1::uuid and m.user_id = $2::uuid`,
};

/** The ids of the workspaces that a guest is assigned to, `all` for other members; undefined: not in the organization. */
export async function findReadableWorkspaces(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<'all' | string[] | undefined> {
  const values = [organizationId, userId];
  const [row] = await db.query<{ role: Role; assigned: string[] }>(readableWorkspaces, values);
  return row?.role === 'guest' ? row.assigned : row && 'all';
}
