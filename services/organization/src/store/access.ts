import type { Database } from '@patchbay/database/pool';
import { notFound } from '@patchbay/errors/failure';
import { effectiveRole, type Role, type WorkspaceRole } from '../domain/access.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { OrganizationWithRole } from './organizations.ts';
import type { Tx } from './transaction.ts';

export interface WorkspaceWithRole extends Workspace {
  /** The effective one. */
  readonly role: WorkspaceRole;
}

/** What a user may see and do under an organization. */
export interface Access {
  readonly organization: OrganizationWithRole;
  /** Where the path names one. */
  readonly workspace: WorkspaceWithRole | undefined;
}

export interface WorkspaceAccess extends Access {
  readonly workspace: WorkspaceWithRole;
}

/** What a request names. No workspace, or an empty slug: the organization itself. */
export interface Path {
  readonly organizationSlug: string;
  readonly workspaceSlug?: string;
}

type Row = OrganizationWithRole & {
  readonly workspaceId: string | null;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly workspaceCreatedAt: Date;
  readonly workspaceUpdatedAt: Date;
  readonly assigned: WorkspaceRole | null;
};

export const accessByPath = {
  name: 'access by path and user',
  text: `select o.id, o.slug, o.name, o.domain, o.created_at as "createdAt", m.role,
                w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName",
                w.created_at as "workspaceCreatedAt", w.updated_at as "workspaceUpdatedAt", a.role as assigned
         from organizations o join members m on m.organization_id = o.id
         left join workspaces w on w.organization_id = o.id and w.slug = $3
         left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
         where o.slug = $1 and m.user_id = $2::uuid`,
};

function workspaceOf(row: Row): WorkspaceWithRole | undefined {
  const role = effectiveRole(row);
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

/** What the user is not of, or may not see, does not exist for them: 404, not 403. */
function accessOf(row: Row | undefined, { workspaceSlug }: Path): Access {
  if (row === undefined) throw notFound('no such organization, or the caller is not of it');
  const { id, slug, name, domain, createdAt, role } = row;
  const workspace = workspaceOf(row);
  if (workspaceSlug && workspace === undefined) {
    throw notFound('no such workspace, or the caller is a guest who is not assigned to it');
  }
  return { organization: { id, slug, name, domain, createdAt, role }, workspace };
}

function inWorkspace({ organization, workspace }: Access): WorkspaceAccess {
  if (workspace === undefined) throw notFound('the path names no workspace');
  return { organization, workspace };
}

/** The one place where access under an organization is decided, by one query. */
export async function resolveAccess(db: Database, userId: string, path: Path): Promise<Access> {
  const { organizationSlug, workspaceSlug = '' } = path;
  const [row] = await db.query<Row>(accessByPath, [organizationSlug, userId, workspaceSlug]);
  return accessOf(row, path);
}

export const resolveWorkspaceAccess = async (
  db: Database,
  userId: string,
  path: Required<Path>,
): Promise<WorkspaceAccess> => inWorkspace(await resolveAccess(db, userId, path));

/**
 * The same for whoever is going to change something: it is alone with the organization until its transaction ends, so
 * roles, counts and what is pending stay as they are found, and events are recorded in the order of what they tell.
 */
export async function lockAccess(tx: Tx, userId: string, path: Path): Promise<Access> {
  const { organizationSlug, workspaceSlug = '' } = path;
  // Strangers wait for nobody and keep nobody waiting.
  await tx.$executeRaw`
    select 1 from organizations o where slug = ${organizationSlug}
      and exists (select from members where organization_id = o.id and user_id = ${userId}::uuid)
    for update`;
  // A statement of its own: what the one before waited for is visible only now.
  const [row] = await tx.$queryRawUnsafe<Row[]>(accessByPath.text, organizationSlug, userId, workspaceSlug);
  return accessOf(row, path);
}

export const lockWorkspaceAccess = async (
  tx: Tx,
  userId: string,
  path: Required<Path>,
): Promise<WorkspaceAccess> => inWorkspace(await lockAccess(tx, userId, path));

/** What people are in an organization now, by address; with a workspace also what they are assigned there. */
export async function findStandings(
  tx: Tx,
  organizationId: string,
  workspaceId: string | null,
  emails: readonly string[],
): Promise<Map<string, { role: Role; assigned: WorkspaceRole | null }>> {
  const rows = await tx.$queryRaw<{ email: string; role: Role; assigned: WorkspaceRole | null }[]>`
    select p.email, m.role, a.role as assigned
    from people p join members m on m.organization_id = ${organizationId}::uuid and m.user_id = p.user_id
    left join assignments a on a.workspace_id = ${workspaceId}::uuid and a.user_id = m.user_id
    where p.email = any (${emails})`;
  return new Map(rows.map(({ email, role, assigned }) => [email, { role, assigned }]));
}
