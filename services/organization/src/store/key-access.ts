import type { ApiKeyCaller } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/query';
import { notFound } from '@patchbay/errors/failure';
import type { Standing } from '../domain/access.ts';
import {
  type KeyStanding,
  refuseUnusable,
  standingOf,
  unknownGrantableKey,
  whyUngrantable,
  whyUnusable,
  workspaceKeyRefused,
} from '../domain/api-key-access.ts';
import {
  type Access,
  type AccessRow,
  accessColumns,
  accessFromRow,
  type LockedAccess,
  lockedAccess,
  organizationFromRow,
  type Path,
  type WorkspacePath,
  type WorkspaceWithRole,
  workspaceFromRow,
} from './access-row.ts';
import { lockOrganizationOfKey } from './organization-lock.ts';
import type { OrganizationWithRole } from './organizations.ts';
import type { Tx } from './transaction.ts';

/** The access of a key that works to the path; undefined where the key may not see what the path names. */
export function accessOfKey(row: KeyRow, path: Path): Access | undefined {
  // A workspace-level key has no access to the organization itself.
  const isOutside = row.slug !== path.organizationSlug || (row.level === 'workspace' && !path.workspaceSlug);
  return isOutside ? undefined : accessFromRow(row, standingOf(row, row), path);
}

const notVisible = ({ workspaceSlug }: Path) =>
  notFound(
    'the key may not see what the path names',
    workspaceSlug ? 'workspace_not_visible' : 'organization_not_visible',
  );

function accessOrNotFound(row: KeyRow | undefined, path: Path, now: Date): Access {
  const key = refuseUnusable(row, now);
  if (key.level === 'workspace' && !path.workspaceSlug) throw workspaceKeyRefused();
  const access = accessOfKey(key, path);
  if (access === undefined) throw notVisible(path);
  return access;
}

const readById = async (db: Queryable, keyId: string, { workspaceSlug = '' }: Partial<Path>) =>
  (await db.query<KeyRow>(keyById, [keyId, workspaceSlug]))[0];

/** Reads a key by the digest of its secret, with its access to the workspace. Throws a 401 where the key does not work. */
export async function authenticateKey(
  db: Queryable,
  digest: Uint8Array,
  { workspaceSlug = '' }: Path,
): Promise<KeyRow> {
  const [row] = await db.query<KeyRow>(keyByDigest, [digest, workspaceSlug]);
  return refuseUnusable(row, db.now());
}

export const resolveKeyAccess = async (db: Queryable, { keyId }: ApiKeyCaller, path: Path): Promise<Access> =>
  accessOrNotFound(await readById(db, keyId, path), path, db.now());

/** See `lockAccess`. The key is read under the lock: the call is refused if a revocation was committed before. */
export async function lockKeyAccess(tx: Tx, { keyId }: ApiKeyCaller, path: Path): Promise<LockedAccess> {
  const organization = await lockOrganizationOfKey(tx, path.organizationSlug, keyId);
  // Before the check of `organization`: a key that does not work gets a 401 also where the path would be a 404.
  const access = accessOrNotFound(await readById(tx, keyId, path), path, tx.now());
  if (organization === undefined) throw notVisible(path);
  return lockedAccess(access, organization);
}

/** The organization of a key, with the key's role in it. Refuses workspace-level keys. */
export async function organizationOfKey(
  db: Queryable,
  { keyId }: ApiKeyCaller,
): Promise<OrganizationWithRole> {
  const row = refuseUnusable(await readById(db, keyId, {}), db.now());
  if (row.level === 'workspace') throw workspaceKeyRefused();
  return organizationFromRow(row, standingOf(row, row));
}

/** The workspace of a workspace-level key. */
export async function workspaceOfKey(
  db: Queryable,
  { keyId }: ApiKeyCaller,
  { organizationSlug }: Path,
): Promise<WorkspaceWithRole> {
  const row = refuseUnusable(await readById(db, keyId, {}), db.now());
  const workspace = row.slug === organizationSlug ? workspaceFromRow(row, standingOf(row, row)) : undefined;
  if (workspace === undefined)
    throw notFound('the key belongs to another organization', 'organization_not_visible');
  return workspace;
}

/** The key, if the use of an integration in the workspace can be granted to it; else the reason why not. */
export async function grantableKey(
  db: Queryable,
  keyId: string,
  path: WorkspacePath,
): Promise<Pick<KeyRow, 'keyId' | 'lineId' | 'keyName' | 'prefix'> | string> {
  const key = await readById(db, keyId, path);
  if (key?.slug !== path.organizationSlug) return unknownGrantableKey;
  return whyUngrantable(key, accessOfKey(key, path)?.workspace?.role, db.now()) ?? key;
}

/** The current roles of a key in its organization and in the given workspace; undefined: the key does not work. */
export async function standingOfKey(
  db: Queryable,
  keyId: string,
  workspaceSlug: string | undefined,
): Promise<Standing | undefined> {
  const row = await readById(db, keyId, workspaceSlug === undefined ? {} : { workspaceSlug });
  return row && whyUnusable(row, db.now()) === undefined ? standingOf(row, row) : undefined;
}

/** A key, the current roles of its creator, its organization, and the workspace that the path names. */
type KeyRow = AccessRow &
  KeyStanding & {
    readonly keyId: string;
    readonly lineId: string;
    readonly keyName: string;
    readonly prefix: string;
    readonly rotatedAt: Date | null;
    readonly creatorUserId: string;
    readonly creatorEmail: string;
    readonly creatorName: string;
  };

/** `workspaceSlug`: that of the path, in SQL; where it is empty, a workspace-level key gets its own workspace. */
const keyBy = (condition: string, workspaceSlug: string) => `
  select ${accessColumns}, false as watched, k.id as "keyId", coalesce(k.line_id, k.id) as "lineId", k.name as "keyName", k.prefix, k.level, k.role, k.status, k.expires_at as "expiresAt",
         k.rotated_at as "rotatedAt", k.workspace_id as "ownWorkspaceId", p.user_id as "creatorUserId",
         p.email as "creatorEmail", p.name as "creatorName", m.role as "creatorRole", p.suspended as "creatorSuspended",
         own_assignment.role as "creatorAssigned"
  from api_keys k join organizations o on o.id = k.organization_id
  join people p on p.user_id = k.creator_user_id
  left join members m on m.organization_id = k.organization_id and m.user_id = k.creator_user_id
  left join workspaces own on own.id = k.workspace_id
  left join assignments own_assignment on own_assignment.workspace_id = own.id and own_assignment.user_id = m.user_id
  left join workspaces w on w.organization_id = o.id and w.slug = coalesce(nullif(${workspaceSlug}, ''), own.slug)
  left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
  where ${condition}`;

export const keyByDigest = { name: 'API key and its access by digest', text: keyBy('k.digest = $1', '$2') };
export const keyById = { name: 'API key and its access by id', text: keyBy('k.id = $1::uuid', '$2') };
