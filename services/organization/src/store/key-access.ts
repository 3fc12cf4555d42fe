import type { ApiKeyCaller, UnreadKey } from '@patchbay/access/caller';
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

/** A key that a call came with, and what to do once it is read: it works, whatever comes of the call. */
export interface KeyToRead extends UnreadKey {
  onRead(key: KeyRow): void;
}

/** The access of a key that works to the path. */
export function accessOrNotFound(key: KeyRow, path: Path): Access {
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
  { workspaceSlug = '' }: Partial<Path>,
): Promise<KeyRow> {
  const [row] = await db.query<KeyRow>(keyByDigest, [digest, workspaceSlug]);
  return refuseUnusable(row, db.now());
}

/** Reads the key of a call, with its access to the workspace. Throws a 401 where the key does not work. */
export async function readKey(
  db: Queryable,
  caller: ApiKeyCaller | KeyToRead,
  path: Partial<Path>,
): Promise<KeyRow> {
  if (caller.type === 'api_key') return refuseUnusable(await readById(db, caller.keyId, path), db.now());
  const key = await authenticateKey(db, Buffer.from(caller.digest, 'base64url'), path);
  caller.onRead(key);
  return key;
}

export const resolveKeyAccess = async (
  db: Queryable,
  caller: ApiKeyCaller | KeyToRead,
  path: Path,
): Promise<Access> => accessOrNotFound(await readKey(db, caller, path), path);

/** See `lockAccess`. The key is read under the lock: the call is refused if a revocation was committed before. */
export async function lockKeyAccess(tx: Tx, caller: ApiKeyCaller, path: Path): Promise<LockedAccess> {
  const organization = await lockOrganizationOfKey(tx, path.organizationSlug, caller.keyId);
  // Before the check of `organization`: a key that does not work gets a 401 also where the path would be a 404.
  const access = accessOrNotFound(await readKey(tx, caller, path), path);
  if (organization === undefined) throw notVisible(path);
  return lockedAccess(access, organization);
}

/** The organization of a key, with the key's role in it. Refuses workspace-level keys. */
export async function organizationOfKey(
  db: Queryable,
  caller: ApiKeyCaller | KeyToRead,
): Promise<OrganizationWithRole> {
  const key = await readKey(db, caller, {});
  if (key.level === 'workspace') throw workspaceKeyRefused();
  return organizationFromRow(key, standingOf(key, key));
}

/** The workspace of a workspace-level key. */
export function workspaceOfKey(key: KeyRow, { organizationSlug }: Path): WorkspaceWithRole {
  const workspace = key.slug === organizationSlug ? workspaceFromRow(key, standingOf(key, key)) : undefined;
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
export type KeyRow = AccessRow &
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
