import type { Principal, UserCaller } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import type { Queryable } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import type { Standing } from '../domain/access.ts';
import { type Allowed, refuseUnlessOpen } from '../domain/closing.ts';
import {
  type Access,
  type AccessRow,
  accessColumns,
  accessFromRow,
  type LockedAccess,
  lockedAccess,
  type Path,
  type WorkspacePath,
  type WorkspaceWithRole,
} from './access-row.ts';
import { type KeyToRead, lockKeyAccess, resolveKeyAccess } from './key-access.ts';
import { lockOrganizationOfMember, turnOfOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

/** Who reads. Changes are made by principals alone. */
export type Reader = Principal | KeyToRead;

/** Access under a path that names a workspace. */
type InWorkspace<A extends Access> = A & { readonly workspace: WorkspaceWithRole };

type Row = AccessRow & { readonly role: Role };

export const accessByPath = {
  name: 'access by path and user',
  text: `select ${accessColumns}, m.role, s.user_id is not null as watched
         from organizations o join members m on m.organization_id = o.id
         left join workspaces w on w.organization_id = o.id and w.slug = $3
         left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
         left join watches s on s.workspace_id = w.id and s.user_id = m.user_id and s.ended_at is null
         where o.slug = $1 and o.deleted_at is null and m.user_id = $2::uuid`,
};

const notVisible = () =>
  notFound('no such organization, or the caller is not a member of it', 'organization_not_visible');

/**
 * 404 and not 403 where the user is not a member or may not see the workspace, so that its existence is not revealed. Then refuses
 * what nobody may do in the organization at present.
 */
function accessOrRefusal(row: Row | undefined, caller: UserCaller, path: Path, allowed: Allowed): Access {
  if (row === undefined) throw notVisible();
  const access = accessFromRow(row, row, path);
  if (access === undefined) {
    throw notFound(
      'no such workspace, or the caller is a guest who is not assigned to it',
      'workspace_not_visible',
    );
  }
  refuseUnlessOpen(access.organization, caller, allowed);
  return access;
}

function inWorkspace<A extends Access>(access: A): InWorkspace<A> {
  const { workspace } = access;
  if (workspace === undefined) throw notFound('the path names no workspace');
  return { ...access, workspace };
}

/**
 * Reads the caller's access to the path, by one query. Throws where the path is not visible, the key does not work, or the organization
 * is suspended, closed or demands passkeys.
 */
export async function resolveAccess(
  db: Queryable,
  caller: Reader,
  path: Path,
  allowed: Allowed = {},
): Promise<Access> {
  if (caller.type !== 'user') return resolveKeyAccess(db, caller, path);
  return accessOrRefusal(await read(db, caller.userId, path), caller, path, allowed);
}

async function read(db: Queryable, userId: string, { organizationSlug, workspaceSlug = '' }: Path) {
  const [row] = await db.query<Row>(accessByPath, [organizationSlug, userId, workspaceSlug]);
  return row;
}

export const resolveWorkspaceAccess = async (
  db: Queryable,
  caller: Reader,
  path: WorkspacePath,
): Promise<InWorkspace<Access>> => inWorkspace(await resolveAccess(db, caller, path));

/**
 * The turn of a transaction that changes the organization. Throws as `resolveAccess` does, so that a caller without access does not
 * delay others.
 */
export async function organizationTurn(
  db: Queryable,
  caller: Principal,
  path: Path,
  allowed: Allowed = {},
): Promise<TurnOf> {
  const { organization } = await resolveAccess(db, caller, path, allowed);
  return turnOfOrganization(organization);
}

/** For writes: takes the row lock of the organization, held until commit, then reads the caller's access under the lock. */
export async function lockAccess(
  tx: Tx,
  caller: Principal,
  path: Path,
  allowed: Allowed = {},
): Promise<LockedAccess> {
  if (caller.type === 'api_key') return lockKeyAccess(tx, caller, path);
  const { userId } = caller;
  const organization = await lockOrganizationOfMember(tx, path.organizationSlug, userId);
  // Nothing was locked: a caller who became a member after this statement is refused, although the next one would find them.
  if (organization === undefined) throw notVisible();
  // A separate statement has a new snapshot, which includes what the previous holder of the lock committed.
  return lockedAccess(accessOrRefusal(await read(tx, userId, path), caller, path, allowed), organization);
}

export const lockWorkspaceAccess = async (
  tx: Tx,
  caller: Principal,
  path: WorkspacePath,
): Promise<InWorkspace<LockedAccess>> => inWorkspace(await lockAccess(tx, caller, path));

/** A workspace that the request's body names; undefined where it does not exist or the user may not see it. */
export async function findWorkspace(
  db: Queryable,
  userId: string,
  path: WorkspacePath,
): Promise<WorkspaceWithRole | undefined> {
  const row = await read(db, userId, path);
  return row && accessFromRow(row, row, path)?.workspace;
}

const standingOfAddress = {
  name: 'standing by address',
  text: `select m.role, a.role as assigned
         from people p join members m on m.organization_id = $1::uuid and m.user_id = p.user_id
         left join assignments a on a.workspace_id = $2::uuid and a.user_id = m.user_id
         where p.email = $3`,
};

/** The current roles of a member, with the one assigned in the workspace, if given. Undefined for others. */
export const findStanding = async (
  db: Queryable,
  organizationId: string,
  workspaceId: string | null,
  email: string,
): Promise<Standing | undefined> =>
  (await db.query<Standing>(standingOfAddress, [organizationId, workspaceId, email]))[0];
