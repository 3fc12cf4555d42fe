import type { WorkspaceRole } from '@patchbay/access/role';
import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import type { ApiKey } from '../domain/api-key.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

type Row = Omit<ApiKey, 'workspace' | 'creator'> & {
  readonly workspaceId: string | null;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly creatorUserId: string;
  readonly creatorEmail: string;
  readonly creatorName: string;
  readonly assigned: WorkspaceRole | null;
};

/** A key, and the caller's assigned role in the key's workspace. */
export interface KeyForCaller {
  readonly key: ApiKey;
  readonly assigned: WorkspaceRole | null;
}

const selectKeys = `
  select k.id, coalesce(k.line_id, k.id) as "lineId", k.organization_id as "organizationId", k.name, k.prefix, k.level, k.role, k.status,
         k.created_at as "createdAt", k.expires_at as "expiresAt", k.rotated_at as "rotatedAt",
         k.replaced_by as "replacedBy", k.revoked_at as "revokedAt", k.last_request_at as "lastRequestAt",
         w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName",
         p.user_id as "creatorUserId", p.email as "creatorEmail", p.name as "creatorName", a.role as assigned
  from api_keys k join people p on p.user_id = k.creator_user_id
  left join workspaces w on w.id = k.workspace_id
  left join assignments a on a.workspace_id = k.workspace_id and a.user_id = $2::uuid
  where k.organization_id = $1::uuid`;

const mostLive = most.keysOfOrganization + most.keysOfPerson;
/** When a key ended, or will end; null: not known. */
const end = 'coalesce(revoked_at, expires_at)';
/** Leaves out the user-level keys of other people: only their creators may see them. */
const visible = `select id from api_keys where organization_id = $1::uuid and (level <> 'user' or creator_user_id = $2::uuid)`;

/** All live keys, and the newest dead ones. */
export const keysOfOrganization = {
  name: 'API keys of an organization',
  text: `${selectKeys} and k.id in (
           (${visible} and (${end} <= $3::timestamptz) is not true limit ${mostLive})
           union all
           (${visible} and ${end} <= $3::timestamptz order by ${end} desc, id desc limit ${most.deadKeysOfOrganization})
         )
         order by k.created_at, k.id limit ${mostLive + most.deadKeysOfOrganization}`,
};
export const keyOfOrganization = {
  name: 'API key of an organization',
  text: `${selectKeys} and k.id = $3::uuid`,
};

function keyFromRow(row: Row): KeyForCaller {
  const {
    workspaceId,
    workspaceSlug,
    workspaceName,
    creatorUserId,
    creatorEmail,
    creatorName,
    assigned,
    ...key
  } = row;
  return {
    key: {
      ...key,
      workspace: workspaceId === null ? null : { id: workspaceId, slug: workspaceSlug, name: workspaceName },
      creator: { userId: creatorUserId, email: creatorEmail, name: creatorName },
    },
    assigned,
  };
}

export const listKeys = async (
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<KeyForCaller[]> =>
  (await db.query<Row>(keysOfOrganization, [organizationId, userId, db.now()])).map(keyFromRow);

export async function findKey(
  db: Queryable,
  organizationId: string,
  userId: string,
  id: string,
): Promise<KeyForCaller | undefined> {
  const [row] = await db.query<Row>(keyOfOrganization, [organizationId, userId, id]);
  return row && keyFromRow(row);
}

const livePersonalKeys = {
  name: 'live personal API keys of a creator',
  text: `${selectKeys} and k.creator_user_id = $2::uuid and k.level <> 'organization' and k.status <> 'revoked'
           and (k.expires_at is null or k.expires_at > $3::timestamptz)
           and ($4::uuid is null or k.workspace_id = $4::uuid)
         order by k.created_at, k.id limit ${mostLive}`,
};

/**
 * A person's keys of level `user` and `workspace` that are neither revoked nor expired; with a `workspaceId` only those of
 * that workspace. Organization-level keys belong to the organization and are left out.
 */
export async function personalKeys(
  db: Queryable,
  organizationId: string,
  userId: string,
  workspaceId: string | null,
  now: Date,
): Promise<ApiKey[]> {
  const rows = await db.query<Row>(livePersonalKeys, [organizationId, userId, now, workspaceId]);
  return rows.map((row) => keyFromRow(row).key);
}

const liveOrganizationKeys = {
  name: 'live organization-level API keys of a creator',
  text: `select prefix, name from api_keys
         where organization_id = $1::uuid and creator_user_id = $2::uuid and level = 'organization'
           and status <> 'revoked' and (expires_at is null or expires_at > $3::timestamptz)
         order by created_at, id limit ${most.keysOfOrganization}`,
};

/** The organization-level keys that a person created and that are neither revoked nor expired, oldest first. */
export const organizationKeysOf = (
  tx: Tx,
  { id }: LockedOrganization,
  userId: string,
  now: Date,
): Promise<{ prefix: string; name: string }[]> => tx.query(liveOrganizationKeys, [id, userId, now]);

export const creatorsOfKeys = {
  name: 'creators of API keys',
  text: `select input.id from unnest($2::uuid[]) as input (id)
         where exists (select from api_keys where organization_id = $1::uuid and creator_user_id = input.id)`,
};

/** Those of these people who have created a key that is stored. */
export async function findCreators(
  tx: Tx,
  { id }: LockedOrganization,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(creatorsOfKeys, [id, userIds]);
  return new Set(rows.map((row) => row.id));
}

const inserts = {
  name: 'insert an API key',
  text: `insert into api_keys (id, organization_id, workspace_id, creator_user_id, line_id, name, digest, prefix, level, role,
           status, created_at, expires_at, rotated_at, replaced_by, revoked_at, last_request_at)
         values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6, $7, $8, $9, $10::role,
           $11, $12, $13, $14, $15::uuid, $16, $17)`,
};

export async function insertKey(
  tx: Tx,
  organization: LockedOrganization,
  key: ApiKey,
  digest: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { id, lineId, name, prefix, level, role, status, createdAt, expiresAt } = key;
  const { workspace, creator, rotatedAt, replacedBy, revokedAt, lastRequestAt } = key;
  const owners = [organization.id, workspace?.id ?? null, creator.userId, lineId];
  const own = [name, Buffer.from(digest), prefix, level, role, status, createdAt, expiresAt];
  await tx.query(inserts, [id, ...owners, ...own, rotatedAt, replacedBy, revokedAt, lastRequestAt]);
}

const saves = {
  name: 'save an API key',
  text: `update api_keys set name = $3, status = $4, expires_at = $5, rotated_at = $6, replaced_by = $7::uuid, revoked_at = $8
         where id = $1::uuid and organization_id = $2::uuid`,
};

/** Saves the columns that can change, without `lastRequestAt`, which `saveLastRequests` writes. */
export async function saveKey(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  key: ApiKey,
): Promise<void> {
  const { id, name, status, expiresAt, rotatedAt, replacedBy, revokedAt } = key;
  await tx.query(saves, [id, organizationId, name, status, expiresAt, rotatedAt, replacedBy, revokedAt]);
}

export const linesWithOthers = {
  name: 'lines with other live API keys',
  // Two searches instead of `or`, so that each uses its index.
  text: `select line.id from unnest($1::uuid[]) as line (id)
         where exists (
           select 1 from (
             select * from api_keys where line_id = line.id
             union all
             select * from api_keys where id = line.id and line_id is null
           ) k
           where k.organization_id = $4::uuid and not k.id = any($2::uuid[]) and k.status <> 'revoked'
             and (k.expires_at is null or k.expires_at > $3::timestamptz)
         )`,
};

/** The lines of these keys in which no key is live but these. Disabled keys are live: they can be enabled again. */
export async function linesOfOnly(
  tx: Tx,
  organization: LockedOrganization,
  keys: readonly ApiKey[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const lines = new Set(keys.map(({ lineId }) => lineId));
  const ids = keys.map(({ id }) => id);
  const values = [[...lines], ids, now, organization.id];
  for (const { id } of await tx.query<{ id: string }>(linesWithOthers, values)) lines.delete(id);
  return lines;
}

const revokeKeys = {
  name: 'revoke API keys',
  // Takes the row locks in the order of the ids, as `saveLastRequests` does, so that concurrent statements cannot deadlock.
  text: `with locked as (
           select k.id, input.at from unnest($1::uuid[], $2::timestamptz[]) as input (id, at)
           join api_keys k on k.id = input.id and k.organization_id = $3::uuid
           order by k.id for no key update of k
         )
         update api_keys k set status = 'revoked', revoked_at = locked.at from locked where k.id = locked.id`,
};

/** Saves these keys as revoked, in one statement: a member who is removed may have a thousand. */
export async function saveRevoked(
  tx: Tx,
  organization: LockedOrganization,
  keys: readonly ApiKey[],
): Promise<void> {
  if (keys.length === 0) return;
  const values = [keys.map(({ id }) => id), keys.map(({ revokedAt }) => revokedAt), organization.id];
  await tx.query(revokeKeys, values);
}

/** The dead keys beyond the newest ones. The limit keeps a statement short where there are many more than are kept. */
const surplus = (condition: string, kept: number): string => `(
  select id from api_keys where organization_id = $1::uuid and ${condition} and ${end} <= $3::timestamptz
  order by ${end} desc, id desc limit 2000 offset ${kept})`;

export const deleteDeadKeys = {
  name: 'delete dead API keys',
  // Takes the row locks in the order of the ids, as `saveLastRequests` does.
  text: `with surplus as materialized (
           ${surplus("level <> 'user'", most.deadKeysOfOrganization)}
           union all
           ${surplus("level = 'user' and creator_user_id = $2::uuid", most.deadKeysOfPerson)}
         ),
         locked as (
           select k.id from surplus join api_keys k on k.id = surplus.id order by k.id for update of k
         )
         delete from api_keys k using locked where k.id = locked.id`,
};

/**
 * Deletes the revoked and expired keys that ended before the newest ones that are kept: those of the organization, and the
 * user-level ones of a person. Keys expire without a write: call it wherever a key of that person is inserted or revoked, after it,
 * so that what is stored stays bounded. The trail keeps their events.
 */
export async function forgetDeadKeys(
  tx: Tx,
  { id }: LockedOrganization,
  creatorUserId: string,
  now: Date,
): Promise<void> {
  await tx.query(deleteDeadKeys, [id, creatorUserId, now]);
}

const updateLastRequests = {
  name: 'last requests of API keys',
  // Takes the row locks in the order of the ids, so that two processes that write the same keys cannot deadlock.
  text: `with locked as (
           select k.id, input.at from unnest($1::uuid[], $2::timestamptz[]) as input (id, at)
           join api_keys k on k.id = input.id order by k.id for no key update of k
         )
         update api_keys k set last_request_at = greatest(k.last_request_at, locked.at)
         from locked where k.id = locked.id and (k.last_request_at is null or k.last_request_at < locked.at)`,
};

/** Writes the times of use by key id, in one statement; a later stored time is kept. */
export async function saveLastRequests(db: Queryable, lastUsedAt: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(updateLastRequests, [[...lastUsedAt.keys()], [...lastUsedAt.values()]]);
}
