import type { Queryable } from '@patchbay/database/query';
import type { Transact } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { Clock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { ConnectorOf } from '../connector/connectors.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import type { Tx } from '../store/transaction.ts';
import type { TakeTurn } from './limits.ts';
import type { Renew } from './renewal.ts';
import type { Verify } from './verify.ts';

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
