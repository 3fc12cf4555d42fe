import { momentAfter } from '@patchbay/database/query';
import type { Sealer } from '@patchbay/sealing/sealer';
import { findCredentials, type StoredCredentials } from './credentials.ts';
import type { LockedIntegration } from './integrations.ts';
import type { Tx } from './transaction.ts';

export type RenewalStart =
  /** The credentials were deleted. */
  | { readonly state: 'gone' }
  /** A later version is stored. */
  | { readonly state: 'renewed'; readonly stored: StoredCredentials }
  /** Another renewal has the lease. */
  | { readonly state: 'running' }
  | {
      readonly state: 'begun';
      readonly stored: StoredCredentials;
      /** An earlier renewal of this version may have reached the provider, but saved nothing. */
      readonly interrupted: boolean;
    };

const readLease = {
  name: 'lease of a renewal',
  text: `select renewing_until is not null as begun, coalesce(renewing_until > $2, false) as running
         from credentials where integration_id = $1::uuid`,
};

const takeLease = {
  name: 'take the lease of a renewal',
  text: `update credentials set renewing_until = $2 where integration_id = $1::uuid`,
};

/**
 * Takes the lease to renew these credentials, unless a later version is stored or another renewal has the lease. Every writer of
 * the lease holds the row lock of the integration.
 */
export async function beginRenewal(
  tx: Tx,
  sealer: Sealer,
  { integration }: LockedIntegration,
  version: number,
  leaseMs: number,
): Promise<RenewalStart> {
  const stored = await findCredentials(tx, sealer, integration);
  if (stored === undefined) return { state: 'gone' };
  if (stored.version !== version) return { state: 'renewed', stored };
  const [lease] = await tx.query<{ begun: boolean; running: boolean }>(readLease, [integration.id, tx.now()]);
  if (lease?.running) return { state: 'running' };
  await tx.query(takeLease, [integration.id, momentAfter(tx, leaseMs)]);
  return { state: 'begun', stored, interrupted: lease?.begun ?? false };
}

const endLease = {
  name: 'end the lease of a renewal',
  text: `update credentials set renewing_until = $3
         where integration_id = $1::uuid and version = $2`,
};

/**
 * Gives the lease back after a renewal that saved nothing. `interrupted`: the provider may have renewed all the same. Then an
 * ended lease stays in the row, as if the process had died, and the next renewal knows.
 */
export async function endRenewal(
  tx: Tx,
  { id }: LockedIntegration,
  version: number,
  interrupted: boolean,
): Promise<void> {
  await tx.query(endLease, [id, version, interrupted ? tx.now() : null]);
}
