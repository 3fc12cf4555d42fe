import type { Queryable } from '@patchbay/database/query';
import type { Transact } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { MailQueue } from '@patchbay/mail/queue';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Tx } from '../store/transaction.ts';
import type { LastRequests } from '../workers/last-requests.ts';

export interface Dependencies {
  /** Runs statements outside of a transaction. */
  readonly db: Queryable;
  readonly transact: Transact<Tx>;
  /** `transact` for methods that create something: honors the Idempotency-Key of the call. */
  readonly createOnce: CreateOnce<Tx>;
  readonly outbox: Outbox;
  readonly mails: MailQueue;
  /** Seals the tokens of invitations and of links that end watching. */
  readonly sealer: Sealer;
  /** The base URL of mailed links. */
  readonly portalUrl: string;
  readonly lastRequests: Pick<LastRequests, 'note'>;
  readonly logger: Logger;
}
