import type { Principal } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/queryable';
import { notFound } from '@patchbay/errors/failure';
import type { Role, WorkspaceRole } from '../domain/access.ts';
import {
  type Access,
  accessIn,
  type Path,
  type PathRow,
  pathColumns,
  type WorkspaceWithRole,
} from './access-row.ts';
import { lockKeyAccess, resolveKeyAccess } from './key-access.ts';
import type { Tx } from './transaction.ts';

export interface WorkspaceAccess extends Access {
  readonly workspace: WorkspaceWithRole;
}

type Row = PathRow & { readonly role: Role };

export const accessByPath = {
  name: 'access by path and user',
  text: `select ${pathColumns}, m.role
         from organizations o join members m on m.organization_id = o.id
         left join workspaces w on w.organization_id = o.id and w.slug = $3
         left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
         where o.slug = $1 and m.user_id = $2::uuid`,
};

/** What the user is not of, or may not see, does not exist for them: 404, not 403. */
function accessOf(row: Row | undefined, path: Path): Access {
  if (row === undefined) throw notFound('no such organization, or the caller is not of it');
  const access = accessIn(row, row, path);
  if (access === undefined) {
    throw notFound('no such workspace, or the caller is a guest who is not assigned to it');
  }
  return access;
}

function inWorkspace({ organization, workspace }: Access): WorkspaceAccess {
  if (workspace === undefined) throw notFound('the path names no workspace');
  return { organization, workspace };
}

/** The one place where access under an organization is decided, by one query. A key that works no longer is refused. */
export async function resolveAccess(db: Queryable, caller: Principal, path: Path): Promise<Access> {
  if (caller.type === 'api_key') return resolveKeyAccess(db, caller, path);
  return accessOf(await read(db, caller.userId, path), path);
}

async function read(db: Queryable, userId: string, { organizationSlug, workspaceSlug = '' }: Path) {
  const [row] = await db.query<Row>(accessByPath, [organizationSlug, userId, workspaceSlug]);
  return row;
}

export const resolveWorkspaceAccess = async (
  db: Queryable,
  caller: Principal,
  path: Required<Path>,
): Promise<WorkspaceAccess> => inWorkspace(await resolveAccess(db, caller, path));

// Only for members: strangers neither wait for the lock nor hold it.
const lockByUser = {
  name: 'lock an organization by slug and user',
  text: `select 1 as locked from organizations o where slug = $1
           and exists (select from members where organization_id = o.id and user_id = $2::uuid)
         for update`,
};

/**
 * The same for whoever is going to change something. Holds the row lock of the organization until the transaction ends, so
 * roles, counts and what is pending stay as they are found, and events are recorded in the order of what they tell.
 */
export async function lockAccess(tx: Tx, caller: Principal, path: Path): Promise<Access> {
  if (caller.type === 'api_key') return lockKeyAccess(tx, caller, path);
  const { userId } = caller;
  const locked = await tx.query(lockByUser, [path.organizationSlug, userId]);
  // Who becomes a member after this statement has no lock, and is refused although the next statement would find them.
  if (locked.length === 0) return accessOf(undefined, path);
  // A statement of its own: what the one before waited for is visible only now.
  return accessOf(await read(tx, userId, path), path);
}

export const lockWorkspaceAccess = async (
  tx: Tx,
  caller: Principal,
  path: Required<Path>,
): Promise<WorkspaceAccess> => inWorkspace(await lockAccess(tx, caller, path));

/** A workspace that something else than the path names; undefined where the user does not see it. */
export async function findWorkspace(
  db: Queryable,
  userId: string,
  path: Required<Path>,
): Promise<WorkspaceWithRole | undefined> {
  const row = await read(db, userId, path);
  return row && accessIn(row, row, path)?.workspace;
}

const standings = {
  name: 'standings by address',
  text: `select p.email, m.role, a.role as assigned
         from people p join members m on m.organization_id = $1::uuid and m.user_id = p.user_id
         left join assignments a on a.workspace_id = $2::uuid and a.user_id = m.user_id
         where p.email = any ($3::text[])`,
};

/** What people are in an organization now, by address; with a workspace also what they are assigned there. */
export async function findStandings(
  db: Queryable,
  organizationId: string,
  workspaceId: string | null,
  emails: readonly string[],
): Promise<Map<string, { role: Role; assigned: WorkspaceRole | null }>> {
  const rows = await db.query<{ email: string; role: Role; assigned: WorkspaceRole | null }>(standings, [
    organizationId,
    workspaceId,
    emails,
  ]);
  return new Map(rows.map(({ email, role, assigned }) => [email, { role, assigned }]));
}
