import { momentAfter, type Queryable } from '@patchbay/database/query';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Values } from '../connector/credentials.ts';
import type { Integration } from '../domain/integration.ts';
import { type SealedSecrets, sealSecrets } from './sealed-secrets.ts';
import type { Tx } from './transaction.ts';

/** Credentials of a deleted integration that a worker has claimed for revocation. */
export interface Revocation {
  /** The id of the deleted integration, or a new one for credentials that were issued during the deletion. */
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly provider: string;
  readonly settings: Values;
  readonly sealed: SealedSecrets;
  /** Incremented by each claim. */
  readonly attempts: number;
  readonly createdAt: Date;
}

const claim = {
  name: 'claim revocations',
  text: `with due as (
           select id from revocations where attempt_at <= $4 and provider <> all($3)
           order by attempt_at limit $1 for update skip locked
         )
         update revocations r set attempts = attempts + 1, attempt_at = $2
         from due where r.id = due.id
         returning r.id, organization_id as "organizationId", workspace_id as "workspaceId", provider, settings, sealed,
           attempts, created_at as "createdAt"`,
};

/** Skips revocations at the providers in `except`. */
export const claimRevocations = (
  db: Queryable,
  limit: number,
  leaseMs: number,
  except: readonly string[] = [],
): Promise<Revocation[]> =>
  db.query<Revocation & Record<string, unknown>>(claim, [limit, momentAfter(db, leaseMs), except, db.now()]);

/** Matches the revocation if this claim is the current one. A statement outside a transaction must not wait for row locks. */
const claimed =
  'id = (select id from revocations where id = $1::uuid and attempts = $2 for update skip locked)';

const remove = { name: 'delete a revocation', text: `delete from revocations where ${claimed}` };

/** Destroys the credentials. Has no effect if another worker has claimed them since. */
export async function deleteRevocation(
  db: Queryable,
  { id, attempts }: Pick<Revocation, 'id' | 'attempts'>,
): Promise<void> {
  await db.query(remove, [id, attempts]);
}

const postpone = {
  name: 'postpone a revocation',
  text: `update revocations set attempt_at = $3 where ${claimed}`,
};

/** Has no effect if another worker has claimed the revocation since. */
export async function postponeRevocation(
  db: Queryable,
  { id, attempts }: Pick<Revocation, 'id' | 'attempts'>,
  delayMs: number,
): Promise<void> {
  await db.query(postpone, [id, attempts, momentAfter(db, delayMs)]);
}

const put = {
  name: 'put a revocation',
  text: `insert into revocations (id, organization_id, workspace_id, provider, settings, sealed, key_id, attempt_at, created_at)
         values ($1::uuid, $2::uuid, $3::uuid, $4, $5::jsonb, $6::jsonb, $7, $8, $8)
         on conflict (id) do update set sealed = excluded.sealed, key_id = excluded.key_id,
           attempts = revocations.attempts + 1, attempt_at = excluded.attempt_at`,
};

/**
 * For secrets that a provider issued during the deletion of the integration: they replace those under the same id. The number of
 * attempts is incremented, so that a worker that has claimed the earlier secrets does not delete these.
 */
export async function putRevocation(
  tx: Tx,
  sealer: Sealer,
  integration: Pick<Integration, 'id' | 'workspace' | 'provider' | 'settings'>,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const { id, workspace, provider, settings } = integration;
  const sealed = JSON.stringify(sealSecrets(sealer, integration, secrets));
  const values = [id, workspace.organizationId, workspace.id, provider, JSON.stringify(settings)];
  await tx.query(put, [...values, sealed, sealer.keyId, tx.now()]);
}
