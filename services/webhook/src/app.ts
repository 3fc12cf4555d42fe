import type { ConnectRouter, Transport } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createPool, type DatabaseOptions, sessionUrlOf } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createOutbox } from '@patchbay/events/outbox';
import { createRelay } from '@patchbay/events/relay';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import { createOnceBy } from '@patchbay/idempotency/create-once';
import { expiredAnswers } from '@patchbay/idempotency/migrations';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import type { Component } from '@patchbay/runtime/component';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSweep } from '@patchbay/worker/sweep';
import { schema } from './migrations.ts';
import { routes } from './rpc/routes.ts';

export interface WebhookOptions {
  readonly database: DatabaseOptions;
  /** Whether a webhook may be `http` on loopback. */
  readonly allowLoopback: boolean;
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface WebhookParts {
  readonly publisher: EventPublisher;
  readonly source: VerifiedEventSource;
  readonly audit: Transport;
  readonly sealer: Sealer;
  readonly logger: Logger;
}

/** Builds the service without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database }: WebhookOptions,
  { publisher, audit, sealer, logger }: WebhookParts,
): { routes: (router: ConnectRouter) => void; components: Component[] } {
  const db = createPool({ ...database, applicationName: schema, logger });
  const transact = createTransact(db);
  const outgoing = createOutgoing({ logger });
  return {
    routes: routes({
      db,
      transact,
      createOnce: createOnceBy(transact),
      outbox: createOutbox(schema),
      audit: createServiceClient(AuditService, 'audit', audit),
      outgoing,
      sealer,
      logger,
    }),
    components: [
      db.component,
      outgoing.component,
      createRelay({ context: schema, url: sessionUrlOf(database), database: db, publisher, logger }),
      createSweep({ db, expired: [expiredAnswers], logger }),
    ],
  };
}
