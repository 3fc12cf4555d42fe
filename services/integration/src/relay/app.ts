import type { Transport } from '@connectrpc/connect';
import { CredentialService } from '@patchbay/contracts/patchbay/integration/v1/credential_service';
import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { createPool, type DatabaseOptions } from '@patchbay/database/pool';
import type { RedisConnection } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { BuiltService } from '@patchbay/service/main';
import type { Logger } from '@patchbay/telemetry/logger';
import { createConnectors, endpointOrigins, type Installations } from '../connector/connectors.ts';
import type { Provider } from '../connector/provider.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { providers as allProviders } from '../providers/index.ts';
import { createChangeStatuses } from './change-statuses.ts';
import { type RelayDependencies, relay } from './method.ts';
import { createRequestLog } from './request-log.ts';
import { createRunningGrants } from './running-grants.ts';
import { createUseCounter } from './use-counter.ts';

export interface RelayOptions {
  readonly database: DatabaseOptions;
  /** Clients and other values of this installation, by provider value (`PROVIDERS_FILE`). */
  readonly installations: Installations;
  /** Default: every provider of the list. */
  readonly providers?: readonly Provider[];
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface RelayParts {
  /** To integration, which renews credentials. */
  readonly integration: Transport;
  /** Opens credentials. */
  readonly sealer: Sealer;
  /** Counts turns and shares over all processes; started and stopped by the caller of `build`. Default: each process counts alone. */
  readonly redis?: Pick<RedisConnection, 'client'> | undefined;
  readonly logger: Logger;
  /** Sends the requests to providers. Default: a client that reaches only public addresses and the configured endpoints. */
  readonly outgoing?: Outgoing;
  readonly clock?: Clock;
}

/** Milliseconds that the answer may be silent: a provider has 60,000, and the relay answers for it when they are over. */
const messageMs = 65_000;

/** Milliseconds that a client may take to read on; the socket of the provider waits meanwhile. */
const readerMs = 900_000;

/** Of a request. */
const maxBodyBytes = 4_194_304;

/** Requests to one host at once: an integration has 16 of them, and those of others wait for nobody. */
const maxAtOnce = 256;

/** Builds the relay without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database, installations, providers = allProviders }: RelayOptions,
  { integration, sealer, redis, logger, outgoing, clock = systemClock }: RelayParts,
): BuiltService {
  const db = createPool({ ...database, applicationName: 'relay', logger, clock });
  const client = createOutgoing({
    logger,
    allowedOrigins: endpointOrigins(installations),
    atOnce: maxAtOnce,
    clock,
  });
  const uses = createUseCounter({ db, logger, clock });
  const requests = createRequestLog({ db, logger, clock });
  const statuses = createChangeStatuses({ db, logger, clock });
  const grants = createRunningGrants({ db, logger, clock });
  const dependencies: RelayDependencies = {
    db,
    sealer,
    installations,
    catalogue: createCatalogue(providers, installations),
    connectorOf: createConnectors(providers, { installations, outgoing: outgoing ?? client, clock }),
    outgoing: outgoing ?? client,
    credentials: createServiceClient(CredentialService, 'integration', integration),
    uses,
    requests,
    statuses,
    grants,
    counts: redis && createSharedCounts({ redis, logger, clock }),
    clock,
  };
  return {
    routes: (router) => void router.bodies(RelayService.method.relay, relay(dependencies)),
    // Statuses drain before uses and requests, whose drain ends at the first failure.
    components: [
      db.component,
      client.component,
      requests.component,
      uses.component,
      statuses.component,
      grants.component,
    ],
    limits: { maxBodyBytes, streamLimits: { messageMs, readerMs } },
  };
}
