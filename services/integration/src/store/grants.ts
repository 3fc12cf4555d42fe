import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import type { UseAccess } from '../connector/use.ts';
import type { Grant } from '../domain/grant.ts';
import type { LockedIntegration } from './integrations.ts';
import type { Tx } from './transaction.ts';

/** Days for which ended grants and counted uses are kept. */
export const keptDays = 90;

interface Row extends Omit<Grant, 'key' | 'accounts'> {
  readonly keyId: string;
  readonly keyLineId: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly access: UseAccess;
  readonly accounts: readonly string[];
  readonly everyAccount: boolean;
}

const columns = `id, integration_id as "integrationId", key_id as "keyId", key_line_id as "keyLineId", key_name as "keyName",
         key_prefix as "keyPrefix", access, accounts, every_account as "everyAccount", created_by_email as "createdByEmail",
         created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;

function grantOf({
  keyId,
  keyLineId,
  keyName,
  keyPrefix,
  everyAccount,
  accounts,
  ...own
}: Row & Record<string, unknown>): Grant {
  return {
    ...own,
    key: { id: keyId, lineId: keyLineId, name: keyName, prefix: keyPrefix },
    accounts: everyAccount ? null : accounts,
  };
}

const isLive = (now: string): string => `revoked_at is null and (expires_at is null or expires_at > ${now})`;

const list = {
  name: 'grants of an integration',
  text: `select ${columns} from (
           (select * from grants where integration_id = $1::uuid and ${isLive('$2')} limit ${most.grantsOfIntegration})
           union all
           (select * from grants where integration_id = $1::uuid and not (${isLive('$2')})
              and least(revoked_at, expires_at) > $2::timestamptz - interval '${keptDays} days'
            order by least(revoked_at, expires_at) desc limit ${most.endedGrantsOfIntegration})
         ) g order by created_at, id limit ${most.grantsOfIntegration + most.endedGrantsOfIntegration}`,
};

/** Oldest first: the live ones, and the newest that ended within 90 days. */
export const listGrants = async (db: Queryable, integrationId: string): Promise<Grant[]> =>
  (await db.query<Row & Record<string, unknown>>(list, [integrationId, db.now()])).map(grantOf);

const count = {
  name: 'live grants of an integration',
  text: `select count(*)::int as count from grants where integration_id = $1::uuid and ${isLive('$2')}`,
};

export async function countLiveGrants(tx: Tx, { id }: LockedIntegration): Promise<number> {
  const [row] = await tx.query<{ count: number }>(count, [id, tx.now()]);
  return row?.count ?? 0;
}

const endExpired = {
  name: 'end the expired grant of a key',
  text: `update grants set revoked_at = expires_at
         where integration_id = $1::uuid and key_line_id = $2::uuid and revoked_at is null and expires_at <= $3`,
};

const insert = {
  name: 'insert a grant',
  text: `insert into grants (id, integration_id, key_id, key_line_id, key_name, key_prefix, access, accounts, every_account,
           created_by_email, created_at, expires_at)
         values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6, $7::access_level, $8::text[], $9, $10, $11, $12)
         on conflict do nothing returning id`,
};

/** False, and nothing is inserted, where the key has a live grant already. */
export async function insertGrant(tx: Tx, { id }: LockedIntegration, grant: Grant): Promise<boolean> {
  const { key, access, accounts, createdByEmail, createdAt, expiresAt } = grant;
  await tx.query(endExpired, [id, key.lineId, tx.now()]);
  const inserted = await tx.query(insert, [
    grant.id,
    id,
    key.id,
    key.lineId,
    key.name,
    key.prefix,
    access,
    accounts ?? [],
    accounts === null,
    createdByEmail,
    createdAt,
    expiresAt,
  ]);
  return inserted.length === 1;
}

const liveOfLines = {
  name: 'live grants of keys',
  text: `select g.id, g.integration_id as "integrationId", i.workspace_id as "workspaceId"
         from grants g join integrations i on i.id = g.integration_id
         where key_line_id = any($1::uuid[]) and ${isLive('$3')}
         limit $2`,
};

/** At most `limit` live grants of the keys of these lines. */
export const findLiveGrants = (
  db: Queryable,
  keyLineIds: readonly string[],
  limit: number,
): Promise<{ id: string; integrationId: string; workspaceId: string }[]> =>
  db.query(liveOfLines, [keyLineIds, limit, db.now()]);

const live = {
  name: 'live grants to end',
  text: `select ${columns} from grants where integration_id = $1::uuid and ${isLive('$2')} order by created_at, id
         limit ${most.grantsOfIntegration}`,
};

/** Oldest first. */
export const listLiveGrants = async (tx: Tx, { id }: LockedIntegration): Promise<Grant[]> =>
  (await tx.query<Row & Record<string, unknown>>(live, [id, tx.now()])).map(grantOf);

const revokeSeveral = {
  name: 'revoke grants',
  text: 'update grants set revoked_at = $3 where integration_id = $1::uuid and id = any($2::uuid[])',
};

export async function revokeGrants(
  tx: Tx,
  { id }: LockedIntegration,
  grants: readonly Grant[],
): Promise<void> {
  if (grants.length > 0) await tx.query(revokeSeveral, [id, grants.map((grant) => grant.id), tx.now()]);
}

const pinned = {
  name: 'whether an integration has live grants for accounts',
  text: `select exists (select from grants where integration_id = $1::uuid and not every_account and ${isLive('$2')}) as "isPinned"`,
};

/** Whether a live grant of the integration names accounts. */
export async function hasPinnedGrants(db: Queryable, integrationId: string): Promise<boolean> {
  const [row] = await db.query<{ isPinned: boolean }>(pinned, [integrationId, db.now()]);
  return row?.isPinned ?? false;
}

const revoke = {
  name: 'revoke a grant',
  text: `update grants set revoked_at = $3 where integration_id = $1::uuid and id = $2::uuid and ${isLive('$3')} returning ${columns}`,
};

/** Undefined where there is no such live grant. */
export async function revokeGrant(
  tx: Tx,
  { id }: LockedIntegration,
  grantId: string,
): Promise<Grant | undefined> {
  const [row] = await tx.query<Row & Record<string, unknown>>(revoke, [id, grantId, tx.now()]);
  return row && grantOf(row);
}
