import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Queryable } from '@patchbay/database/query';
import type { Transact, Transaction } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';

export interface Dependencies {
  readonly db: Queryable;
  readonly transact: Transact<Transaction>;
  readonly createOnce: CreateOnce<Transaction>;
  readonly outbox: Outbox;
  readonly audit: Client<typeof AuditService>;
  readonly outgoing: Pick<Outgoing, 'open'>;
  readonly sealer: Sealer;
  readonly logger: Logger;
}
