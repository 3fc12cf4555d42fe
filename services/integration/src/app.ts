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
  /** What this installation has for its providers, by provider value. */
  readonly installations: Installations;
}

/** What its surroundings lend it: the embedded platform and production lend different ones. */
export interface IntegrationParts {
  readonly publisher: EventPublisher;
  readonly logger: Logger;
}

/** The service without its listener: its methods, and what has to run for them to work. */
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
