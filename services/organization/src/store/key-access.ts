import type { Principal } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/queryable';
import { notFound } from '@patchbay/errors/failure';
import type { Standing } from '../domain/access.ts';
import {
  deadKey,
  isAlive,
  type KeyStanding,
  standingOf,
  workspaceKeyRefused,
} from '../domain/api-key-access.ts';
import {
  type Access,
  accessIn,
  organizationIn,
  type Path,
  type PathRow,
  pathColumns,
  type WorkspaceWithRole,
  workspaceIn,
} from './access-row.ts';
import type { OrganizationWithRole } from './organizations.ts';
import type { Tx } from './transaction.ts';

export type KeyCaller = Extract<Principal, { type: 'api_key' }>;

/** A key, its creator at this moment, and what the path names in its organization. */
export type KeyRow = PathRow &
  KeyStanding & {
    readonly keyId: string;
    readonly prefix: string;
    readonly rotatedAt: Date | null;
    readonly creatorUserId: string;
    readonly creatorEmail: string;
    readonly creatorName: string;
  };

/** A path without a workspace leads a workspace's key to its own. */
const keyBy = (condition: string) => `
  select ${pathColumns}, k.id as "keyId", k.prefix, k.level, k.role, k.status, k.expires_at as "expiresAt",
         k.rotated_at as "rotatedAt", k.workspace_id as "ownWorkspaceId", p.user_id as "creatorUserId",
         p.email as "creatorEmail", p.name as "creatorName", m.role as "creatorRole",
         own_assignment.role as "creatorAssigned"
  from api_keys k join organizations o on o.id = k.organization_id
  join people p on p.user_id = k.creator_user_id
  left join members m on m.organization_id = k.organization_id and m.user_id = k.creator_user_id
  left join workspaces own on own.id = k.workspace_id
  left join assignments own_assignment on own_assignment.workspace_id = own.id and own_assignment.user_id = m.user_id
  left join workspaces w on w.organization_id = o.id and w.slug = coalesce(nullif($2, ''), own.slug)
  left join assignments a on a.workspace_id = w.id and a.user_id = m.user_id
  where ${condition}`;

export const keyByDigest = { name: 'API key and its access by digest', text: keyBy('k.digest = $1') };
export const keyById = { name: 'API key and its access by id', text: keyBy('k.id = $1::uuid') };

const refuseDead = (row: KeyRow | undefined): KeyRow => {
  if (row === undefined || !isAlive(row, new Date())) throw deadKey();
  return row;
};

/** The key of this digest and where the path leads it, by one query whether it is known or not. A dead one is refused. */
export async function authenticateKey(
  db: Queryable,
  digest: Uint8Array,
  { workspaceSlug = '' }: Path,
): Promise<KeyRow> {
  const [row] = await db.query<KeyRow>(keyByDigest, [Buffer.from(digest), workspaceSlug]);
  return refuseDead(row);
}

/** What a key that works may see where the path leads; undefined: nothing. */
export const sightOf = (row: KeyRow, path: Path): Access | undefined =>
  row.slug === path.organizationSlug ? accessIn(row, standingOf(row, row), path) : undefined;

function accessOf(row: KeyRow | undefined, path: Path): Access {
  const key = refuseDead(row);
  if (key.level === 'workspace' && !path.workspaceSlug) throw workspaceKeyRefused();
  const access = sightOf(key, path);
  if (access === undefined) throw notFound('the path leads out of what the key may see');
  return access;
}

const read = async (db: Queryable, keyId: string, { workspaceSlug = '' }: Partial<Path>) =>
  (await db.query<KeyRow>(keyById, [keyId, workspaceSlug]))[0];

export const resolveKeyAccess = async (db: Queryable, key: KeyCaller, path: Path): Promise<Access> =>
  accessOf(await read(db, key.keyId, path), path);

const lockByKey = {
  name: 'lock an organization by slug and key',
  text: `select 1 as locked from organizations o where slug = $1
           and exists (select from api_keys where id = $2::uuid and organization_id = o.id)
         for update`,
};

/** See `lockAccess`. The key is read under the lock: whoever revoked it before has won. */
export async function lockKeyAccess(tx: Tx, { keyId }: KeyCaller, path: Path): Promise<Access> {
  await tx.query(lockByKey, [path.organizationSlug, keyId]);
  return accessOf(await read(tx, keyId, path), path);
}

/** The organization of a user's or an organization's key, with the role that the key has in it. */
export async function organizationOfKey(db: Queryable, key: KeyCaller): Promise<OrganizationWithRole> {
  const row = refuseDead(await read(db, key.keyId, {}));
  if (row.level === 'workspace') throw workspaceKeyRefused();
  return organizationIn(row, standingOf(row, row));
}

/** The workspace of a workspace's key. */
export async function workspaceOfKey(
  db: Queryable,
  key: KeyCaller,
  { organizationSlug }: Path,
): Promise<WorkspaceWithRole> {
  const row = refuseDead(await read(db, key.keyId, {}));
  const workspace = row.slug === organizationSlug ? workspaceIn(row, standingOf(row, row)) : undefined;
  if (workspace === undefined) throw notFound('the key belongs to another organization');
  return workspace;
}

/** What a key is in its organization and a workspace of it; undefined: it works no longer. */
export async function standingOfKey(
  db: Queryable,
  keyId: string,
  workspaceSlug: string | undefined,
): Promise<Standing | undefined> {
  const row = await read(db, keyId, workspaceSlug === undefined ? {} : { workspaceSlug });
  return row && isAlive(row, new Date()) ? standingOf(row, row) : undefined;
}
