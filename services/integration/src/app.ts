import type { ConnectRouter } from '@connectrpc/connect';
import { createPool, type DatabaseOptions } from '@patchbay/database/pool';
import { createRelay } from '@patchbay/events/relay';
import type { EventPublisher } from '@patchbay/events/transport';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { schema } from './migrations.ts';
import { createCatalogue } from './providers/catalogue.ts';
import { providers } from './providers/index.ts';
import type { Installations } from './providers/installation.ts';
import { routes } from './rpc/routes.ts';

export interface IntegrationOptions {
  readonly database: DatabaseOptions;
  /** Clients and other values of this installation, by provider value (`PROVIDERS_FILE`). */
  readonly installations: Installations;
}

/** Created by the caller of `build`: the embedded platform and production pass different implementations. */
export interface IntegrationParts {
  readonly publisher: EventPublisher;
  readonly logger: Logger;
}

/** Builds the service without listening on a port: its RPC routes, and the components to start before them. */
export function build(
  { database, installations }: IntegrationOptions,
  { publisher, logger }: IntegrationParts,
): { routes: (router: ConnectRouter) => void; components: Component[] } {
  const db = createPool({ ...database, applicationName: schema, logger });
  return {
    routes: routes({ catalogue: createCatalogue(providers, installations) }),
    components: [
      db.component,
      createRelay({ context: schema, url: database.url, database: db, publisher, logger }),
    ],
  };
}
