import { momentAfter, type Queryable } from '@patchbay/database/query';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Credentials } from '../connector/credentials.ts';
import type { Integration } from '../domain/integration.ts';
import type { LockedIntegration } from './integrations.ts';
import { openSecrets, type SealedSecrets, sealSecrets } from './sealed-secrets.ts';
import type { Tx } from './transaction.ts';

export interface StoredCredentials {
  readonly credentials: Credentials;
  /** Incremented with each change, so that a renewal of an earlier version never replaces a later one. */
  readonly version: number;
}

interface Row {
  readonly sealed: SealedSecrets;
  readonly version: number;
  readonly expiresAt: Date | null;
  readonly renewAt: Date | null;
  readonly endsAt: Date | null;
}

const find = {
  name: 'credentials of an integration',
  text: `select sealed, version, expires_at as "expiresAt", renew_at as "renewAt", ends_at as "endsAt"
         from credentials where integration_id = $1::uuid`,
};

/** Undefined if the integration was never connected. */
export async function findCredentials(
  db: Queryable,
  sealer: Sealer,
  integration: Pick<Integration, 'id' | 'workspace'>,
): Promise<StoredCredentials | undefined> {
  const [row] = await db.query<Row>(find, [integration.id]);
  if (row === undefined) return undefined;
  const { sealed, version, ...times } = row;
  return { version, credentials: { ...times, secrets: openSecrets(sealer, integration, sealed) } };
}

const findVersion = {
  name: 'version of credentials',
  text: 'select version from credentials where integration_id = $1::uuid',
};

/** Undefined if the integration was never connected. */
export async function versionOfCredentials(tx: Tx, { id }: LockedIntegration): Promise<number | undefined> {
  const [row] = await tx.query<{ version: number }>(findVersion, [id]);
  return row?.version;
}

const columnsOf = (
  sealer: Sealer,
  { integration }: LockedIntegration,
  { secrets, expiresAt, renewAt, endsAt }: Credentials,
): unknown[] => [
  integration.id,
  JSON.stringify(sealSecrets(sealer, integration, secrets)),
  sealer.keyId,
  expiresAt,
  renewAt,
  endsAt,
];

const replace = {
  name: 'replace credentials',
  text: `insert into credentials (integration_id, sealed, key_id, expires_at, renew_at, ends_at, organization_id, workspace_id,
           updated_at)
         values ($1::uuid, $2::jsonb, $3, $4, $5, $6, $7::uuid, $8::uuid, $9)
         on conflict (integration_id) do update set sealed = excluded.sealed, key_id = excluded.key_id,
           expires_at = excluded.expires_at, renew_at = excluded.renew_at, ends_at = excluded.ends_at,
           version = credentials.version + 1, renew_attempts = 0, renewing_until = null, works_until = null,
           updated_at = excluded.updated_at`,
};

/** Saves the credentials of a new connection in place of earlier ones, even during their renewal. */
export async function replaceCredentials(
  tx: Tx,
  sealer: Sealer,
  locked: LockedIntegration,
  credentials: Credentials,
): Promise<void> {
  const { workspace } = locked.integration;
  await tx.query(replace, [
    ...columnsOf(sealer, locked, credentials),
    workspace.organizationId,
    workspace.id,
    tx.now(),
  ]);
}

const working = {
  name: 'whether credentials work',
  text: 'select exists (select from credentials where integration_id = $1::uuid and works_until > $2) as "isWorking"',
};

/** Whether the credentials were found to work a moment ago, after a 401. */
export async function isWorking(db: Queryable, integrationId: string): Promise<boolean> {
  const [row] = await db.query<{ isWorking: boolean }>(working, [integrationId, db.now()]);
  return row?.isWorking ?? false;
}

const mark = {
  name: 'mark credentials as working',
  text: 'update credentials set works_until = $2 where integration_id = $1::uuid',
};

/** For all processes: for so many milliseconds a 401 is about what was asked. New credentials of a renewal stay marked. */
export async function markWorking(tx: Tx, { id }: LockedIntegration, ms: number): Promise<void> {
  await tx.query(mark, [id, momentAfter(tx, ms)]);
}

const renew = {
  name: 'save renewed credentials',
  text: `update credentials set sealed = $2::jsonb, key_id = $3, expires_at = $4, renew_at = $5, ends_at = $6,
           version = version + 1, renew_attempts = 0, renewing_until = null, updated_at = $8
         where integration_id = $1::uuid and version = $7 returning version`,
};

/** Saves the renewed credentials of `version`. Undefined, without a change, if another version is stored by now. */
export async function saveRenewed(
  tx: Tx,
  sealer: Sealer,
  locked: LockedIntegration,
  version: number,
  credentials: Credentials,
): Promise<StoredCredentials | undefined> {
  const [saved] = await tx.query<{ version: number }>(renew, [
    ...columnsOf(sealer, locked, credentials),
    version,
    tx.now(),
  ]);
  return saved && { version: saved.version, credentials };
}

const move = {
  name: 'move credentials to revocations',
  text: `insert into revocations (id, organization_id, workspace_id, provider, settings, sealed, key_id, attempt_at, created_at)
         select integration_id, $2::uuid, $3::uuid, $4, $5::jsonb, sealed, key_id, $6::timestamptz, $6::timestamptz
         from credentials where integration_id = $1::uuid`,
};

const destroy = {
  name: 'destroy credentials',
  text: 'delete from credentials where integration_id = $1::uuid',
};

/**
 * Deletes the credentials of an integration that is about to be deleted. If the provider can revoke them, they are moved to
 * `revocations` until the background has done so.
 */
export async function destroyCredentials(
  tx: Tx,
  { integration: { id, workspace, provider, settings } }: LockedIntegration,
  { revocable }: { readonly revocable: boolean },
): Promise<void> {
  if (revocable)
    await tx.query(move, [
      id,
      workspace.organizationId,
      workspace.id,
      provider,
      JSON.stringify(settings),
      tx.now(),
    ]);
  await tx.query(destroy, [id]);
}
