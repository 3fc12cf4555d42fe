import type { Queryable } from '@patchbay/database/query';
import type { Transact } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { Clock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { ConnectorOf } from '../connector/connectors.ts';
import type { Integration } from '../domain/integration.ts';
import type { Attempt } from '../domain/outcome.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { Tx } from '../store/transaction.ts';
import type { TakeTurn } from './limits.ts';
import type { AttemptResult } from './run-attempt.ts';

/**
 * Resolves with saved credentials of a later version than the given ones, renewed by this call or by another one. Throws a
 * `ProviderFailure` if the provider does not renew them, and `AttemptInterrupted` if a limit of ours or the signal ended the
 * renewal.
 */
export type Renew = (
  integration: Integration,
  stored: StoredCredentials,
  signal: AbortSignal,
) => Promise<StoredCredentials>;

/** The outcome of a verification, and the last credentials that it used. */
export interface Verified extends AttemptResult {
  readonly stored: StoredCredentials;
}

export interface VerifyOptions {
  readonly attempt: Exclude<Attempt, 'connect'>;
  /** Whether somebody requested it. If so, it waits for a turn of the organization. */
  readonly onRequest: boolean;
  /** Ends the wait for the outcome. The verification itself continues: others may wait for it. */
  readonly signal: AbortSignal;
}

/** Verifies stored credentials. Throws `AttemptInterrupted` if a limit of ours ended it; nothing is recorded then. */
export type Verify = (
  integration: Integration,
  stored: StoredCredentials,
  options: VerifyOptions,
) => Promise<Verified>;

/** Dependencies of connect attempts, verifications and renewals. */
export interface AttemptDependencies {
  /** Runs statements outside of a transaction. */
  readonly db: Queryable;
  readonly transact: Transact<Tx>;
  readonly outbox: Outbox;
  /** Seals credentials. */
  readonly sealer: Sealer;
  readonly catalogue: Catalogue;
  readonly connectorOf: ConnectorOf;
  readonly renew: Renew;
  readonly takeTurn: TakeTurn;
  readonly verify: Verify;
  /** Average time between two verifications of an active integration. */
  readonly verificationIntervalMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
}
