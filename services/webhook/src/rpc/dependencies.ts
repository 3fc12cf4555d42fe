import type { Client } from '@connectrpc/connect';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Queryable } from '@patchbay/database/query';
import type { Transact, Transaction } from '@patchbay/database/transaction';
import type { Outbox } from '@patchbay/events/outbox';
import type { CreateOnce } from '@patchbay/idempotency/create-once';
import type { Resolve } from '@patchbay/outgoing/address-guard';
import type { Clock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Send } from '../sending/send.ts';

export interface Dependencies {
  readonly db: Queryable;
  readonly transact: Transact<Transaction>;
  readonly createOnce: CreateOnce<Transaction>;
  readonly outbox: Outbox;
  readonly audit: Client<typeof AuditService>;
  readonly send: Send;
  /** Resolves the names of new addresses. */
  readonly resolve: Resolve;
  /** Whether a webhook may be `http` on loopback. */
  readonly allowLoopback: boolean;
  readonly sealer: Sealer;
  readonly logger: Logger;
  readonly clock: Clock;
}
