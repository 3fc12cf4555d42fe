import type { Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { DatabaseOptions } from '@patchbay/database/pool';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import type { EventPublisher } from '@patchbay/events/transport';
import { createOnceBy } from '@patchbay/idempotency/create-once';
import type { RedisConnection } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import { createLeftoverGauge } from '@patchbay/service/leftovers';
import type { BuiltService } from '@patchbay/service/main';
import { createServiceDatabase } from '@patchbay/service/service-database';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSweep } from '@patchbay/worker/sweep';
import type { AttemptDependencies } from './attempts/dependencies.ts';
import { createAttemptTurns } from './attempts/limits.ts';
import { createRenewals } from './attempts/renewal.ts';
import { countFaultsFromZero } from './attempts/run-attempt.ts';
import { createVerifyOnRequest } from './attempts/settle-verification.ts';
import { createVerify } from './attempts/verify.ts';
import { createConnectors, endpointOrigins, type Installations } from './connector/connectors.ts';
import type { Provider } from './connector/provider.ts';
import { createCatchUp } from './consumer/catch-up.ts';
import { createOrganizationConsumer } from './consumer/consumer.ts';
import { schema } from './migrations.ts';
import { createCatalogue } from './providers/catalogue.ts';
import { providers as allProviders } from './providers/index.ts';
import type { Dependencies } from './rpc/dependencies.ts';
import { routes } from './rpc/routes.ts';
import { expiredRows } from './store/spent-states.ts';
import { tenantRowsOf } from './store/tenant-rows.ts';
import { createDueWorkAge } from './workers/due-work-age.ts';
import { createEndedWorkspaces } from './workers/ended-workspaces.ts';
import { createEndingAuthorizations } from './workers/ending-authorizations.ts';
import { createOldRequests } from './workers/old-requests.ts';
import { createRenewalWorker } from './workers/renewals.ts';
import { createRevocations } from './workers/revocations.ts';
import { createTrailOfUses } from './workers/trail-of-uses.ts';
import { createVerifications } from './workers/verifications.ts';

export interface IntegrationOptions {
  readonly database: DatabaseOptions;
  /** Clients and other values of this installation, by provider value (`PROVIDERS_FILE`). */
  readonly installations: Installations;
  /** The base URL of the API. */
  readonly publicUrl: string;
  /** The base URL of connect links. */
  readonly portalUrl: string;
  /** Average time between two verifications of an active integration. */
  readonly verificationIntervalMs: number;
  /** Milliseconds between two polls for due background work. Default 2,000. */
  readonly pollMs?: number;
  /** Default: every provider of the list. */
  readonly providers?: readonly Provider[];
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface IntegrationParts {
  readonly publisher: EventPublisher;
  readonly source: VerifiedEventSource;
  /** Asked what does not exist any more. */
  readonly organization: Transport;
  readonly sealer: Sealer;
  /** Counts turns over all processes; started and stopped by the caller of `build`. Default: each process counts alone. */
  readonly redis?: Pick<RedisConnection, 'client'> | undefined;
  readonly logger: Logger;
  /** Sends the requests to providers. Default: a client that reaches only public addresses and the configured endpoints. */
  readonly outgoing?: Pick<Outgoing, 'send'>;
  readonly clock?: Clock;
}

/** Builds the service without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database, installations, providers = allProviders, pollMs = 2_000, ...options }: IntegrationOptions,
  { publisher, source, organization, sealer, redis, logger, outgoing, clock = systemClock }: IntegrationParts,
): BuiltService {
  const { db, transact, outbox, outboxPublisher, onRecorded } = createServiceDatabase({
    schema,
    database,
    publisher,
    logger,
    clock,
  });
  const client = createOutgoing({ logger, allowedOrigins: endpointOrigins(installations), clock });
  const catalogue = createCatalogue(providers, installations);
  countFaultsFromZero(providers);
  const counts = redis && createSharedCounts({ redis, logger, clock });
  const connectorOf = createConnectors(providers, {
    installations,
    outgoing: outgoing ?? client,
    counts,
    clock,
  });
  const renewals = createRenewals({ transact, outbox, sealer, catalogue, connectorOf, logger, clock });
  const { renew } = renewals;
  const takeTurn = createAttemptTurns({ counts, clock });
  const verify = createVerify({ catalogue, connectorOf, renew, takeTurn, logger, clock });
  const { verificationIntervalMs } = options;
  const parts: AttemptDependencies = {
    db,
    transact,
    outbox,
    sealer,
    catalogue,
    connectorOf,
    renew,
    takeTurn,
    verify,
    verificationIntervalMs,
    logger,
    clock,
  };
  const consumer = createOrganizationConsumer(source, parts);
  const mayUseCredentials = createCatchUp(consumer, logger, clock);
  const dependencies: Dependencies = {
    ...options,
    ...parts,
    mayUseCredentials,
    counts,
    createOnce: createOnceBy(transact),
    verifyOnRequest: createVerifyOnRequest(parts),
  };
  const organizations = createServiceClient(OrganizationService, 'organization', organization);
  const workers = [
    createVerifications(parts, { pollMs, mayUseCredentials }),
    createRenewalWorker(parts, { pollMs, mayUseCredentials }),
    createRevocations(parts, { pollMs }),
    createTrailOfUses(parts, { pollMs }),
    createEndingAuthorizations(parts, { pollMs }),
    createEndedWorkspaces(parts, { pollMs }),
  ];
  onRecorded(() => {
    for (const worker of workers) worker.expectWork();
  });
  return {
    routes: routes(dependencies),
    components: [
      db.component,
      client.component,
      renewals.component,
      outboxPublisher,
      consumer,
      createSweep({ db, expired: expiredRows, logger, clock }),
      createOldRequests(parts),
      ...workers,
      createLeftoverGauge({
        tenantRows: tenantRowsOf(db),
        listMissing: (ids) => organizations.listMissing(ids),
        logger,
      }),
      createDueWorkAge({ db, logger, pollMs: Math.max(pollMs, 15_000), clock }),
    ],
  };
}
