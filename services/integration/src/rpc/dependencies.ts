import type { Queryable } from '@patchbay/database/queryable';
import type { Transact } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Renew } from '../attempts/renewal.ts';
import type { ConnectorOf } from '../connector/connector-of.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import type { Tx } from '../store/transaction.ts';

export interface Dependencies {
  /** Runs statements outside of a transaction. */
  readonly db: Queryable;
  readonly transact: Transact<Tx>;
  /** `transact` for methods that create something: honors the Idempotency-Key of the call. */
  readonly createOnce: CreateOnce<Tx>;
  readonly outbox: Outbox;
  /** Seals the tokens of connect links, states of consents and credentials. */
  readonly sealer: Sealer;
  readonly catalogue: Catalogue;
  readonly connectorOf: ConnectorOf;
  readonly renew: Renew;
  /** The address of the API, to which providers send browsers back. */
  readonly publicUrl: string;
  /** The address of the Portal, which has the connect pages. */
  readonly portalUrl: string;
  /** Average time between two verifications of an active integration. */
  readonly verificationIntervalMs: number;
  readonly logger: Logger;
}
