import type { Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createAdvisoryLocks } from '@patchbay/database/locks';
import { type DatabaseOptions, sessionUrlOf } from '@patchbay/database/pool';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import type { RedisConnection } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { BuiltService } from '@patchbay/service/main';
import { createServiceDatabase } from '@patchbay/service/service-database';
import type { Logger } from '@patchbay/telemetry/logger';
import { createAuditConsumer, createUnrecordedReport } from './consumer/consumer.ts';
import { type HeadOptions, trustedKeysOf } from './domain/signed-head.ts';
import { schema } from './migrations.ts';
import { routes } from './rpc/routes.ts';
import { createReplicaPool, createReplicaReads, sessionSettings } from './store/reads.ts';
import { createRightsCheck } from './store/rights.ts';
import { createWaitingGauge } from './workers/dead-letter-gauge.ts';
import { createDeletedTrails } from './workers/deleted-trails.ts';
import { createHeadPublisher } from './workers/head-publisher.ts';
import { createPartitionsAhead } from './workers/partitions.ts';

export interface AuditOptions {
  readonly database: DatabaseOptions;
  /** A streaming replica of the database, as the same role: pages, exports and verifications read there. Default: at the database itself. */
  readonly readUrl?: string | undefined;
  readonly heads: HeadOptions;
  /** How long the trail of a deleted organization stays. Default: it is removed with the organization. */
  readonly retainDeletedDays?: number;
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface AuditParts {
  readonly source: VerifiedEventSource;
  /** Takes the entries. */
  readonly publisher: EventPublisher;
  /** Takes the signed heads. */
  readonly headPublisher: EventPublisher;
  readonly organization: Transport;
  /** Counts turns over all processes; started and stopped by the caller of `build`. Default: each process counts alone. */
  readonly redis?: Pick<RedisConnection, 'client'> | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Builds the service without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database, readUrl, heads, retainDeletedDays = 0 }: AuditOptions,
  { source, publisher, headPublisher, organization, redis, logger, clock = systemClock }: AuditParts,
): BuiltService {
  const shared = { schema, database, settings: sessionSettings, publisher, logger, clock } as const;
  const { db, transact, outboxPublisher } = createServiceDatabase(shared);
  const locks = createAdvisoryLocks({ url: sessionUrlOf(database), name: 'verification', logger, clock });
  const replica = readUrl === undefined ? undefined : createReplicaPool(database, readUrl, { logger, clock });
  const reads = replica ? createReplicaReads({ primary: db, replica, logger, clock }) : db;
  const counts = redis && createSharedCounts({ redis, logger, clock });
  return {
    routes: routes({ db: reads, locks, trustedKeys: trustedKeysOf(heads), counts, clock }),
    components: [
      db.component,
      // Without `ready`: while it does not answer, the primary is read.
      ...(replica
        ? [
            {
              name: 'replica',
              start: () => replica.component.start(),
              stop: () => replica.component.stop(),
            },
          ]
        : []),
      createRightsCheck(db),
      locks,
      createPartitionsAhead({ db, logger, clock }),
      outboxPublisher,
      // Before the consumer, which is drained first: the heads of its last entries are published.
      createHeadPublisher({
        url: sessionUrlOf(database),
        db,
        heads,
        publisher: headPublisher,
        logger,
        clock,
      }),
      createAuditConsumer({
        source,
        db,
        transact,
        organization: createServiceClient(OrganizationService, 'organization', organization),
        onUnrecorded: createUnrecordedReport(logger),
      }),
      createWaitingGauge({ db, logger, clock }),
      createDeletedTrails({
        db,
        privateKey: heads.privateKey,
        retainDays: retainDeletedDays,
        logger,
        clock,
      }),
    ],
  };
}
