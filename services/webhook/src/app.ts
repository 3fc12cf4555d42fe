import type { Transport } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { type DatabaseOptions, sessionUrlOf } from '@patchbay/database/pool';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import { createOnceBy } from '@patchbay/idempotency/create-once';
import { expiredAnswers } from '@patchbay/idempotency/migrations';
import { createNameServerResolve, type Resolve } from '@patchbay/outgoing/address-guard';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import { createLeftoverGauge } from '@patchbay/service/leftovers';
import type { BuiltService } from '@patchbay/service/main';
import { createServiceDatabase } from '@patchbay/service/service-database';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSweep } from '@patchbay/worker/sweep';
import { createEntryConsumer } from './consumer/consumer.ts';
import { schema } from './migrations.ts';
import type { Dependencies } from './rpc/dependencies.ts';
import { routes } from './rpc/routes.ts';
import { createSend } from './sending/send.ts';
import { oldEndedWorkspaces } from './store/deletion.ts';
import { expiredDeliveries } from './store/deliveries.ts';
import { tenantRowsOf } from './store/tenant-rows.ts';
import { createDeliveryWorker } from './workers/deliveries.ts';
import { createDeliveryGauges, createRemoval } from './workers/housekeeping.ts';
import { createReplayWorker } from './workers/replays.ts';

export interface WebhookOptions {
  readonly database: DatabaseOptions;
  /** Whether a webhook may be `http` on loopback. */
  readonly allowLoopback: boolean;
  /** Deliveries that a process sends at once. Default 128. */
  readonly concurrency?: number;
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface WebhookParts {
  readonly publisher: EventPublisher;
  readonly source: VerifiedEventSource;
  readonly audit: Transport;
  /** Asked what does not exist any more. */
  readonly organization: Transport;
  readonly sealer: Sealer;
  readonly logger: Logger;
  /** Resolves the names of webhooks; for tests. Default: the name servers of the host. */
  readonly resolve?: Resolve;
  readonly clock?: Clock;
}

/** Builds the service without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database, allowLoopback, concurrency }: WebhookOptions,
  {
    publisher,
    source,
    audit,
    organization,
    sealer,
    logger,
    resolve = createNameServerResolve(),
    clock = systemClock,
  }: WebhookParts,
): BuiltService {
  const { db, transact, outbox, outboxPublisher, onRecorded } = createServiceDatabase({
    schema,
    database,
    publisher,
    logger,
    clock,
  });
  const outgoing = createOutgoing({ logger, resolve, allowLoopback, maxHosts: 1_024, clock });
  const url = sessionUrlOf(database);
  const dependencies: Dependencies = {
    db,
    transact,
    createOnce: createOnceBy(transact),
    outbox,
    audit: createServiceClient(AuditService, 'audit', audit),
    send: createSend({ outgoing, sealer, clock }),
    resolve,
    allowLoopback,
    sealer,
    logger,
    clock,
  };
  const organizations = createServiceClient(OrganizationService, 'organization', organization);
  const replays = createReplayWorker(dependencies);
  onRecorded(() => replays.expectWork());
  return {
    routes: routes(dependencies),
    components: [
      db.component,
      outgoing.component,
      outboxPublisher,
      createDeliveryWorker(dependencies, { url, ...(concurrency !== undefined && { concurrency }) }),
      replays,
      createEntryConsumer(source, dependencies),
      createRemoval({ db, logger, clock }),
      createDeliveryGauges({ db, logger, clock }),
      createLeftoverGauge({
        tenantRows: tenantRowsOf(db),
        listMissing: (ids) => organizations.listMissing(ids),
        logger,
        clock,
      }),
      createSweep({ db, expired: [expiredAnswers, expiredDeliveries, oldEndedWorkspaces], logger, clock }),
    ],
  };
}
