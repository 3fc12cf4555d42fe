import { type ConnectRouter, createClient, type Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createTransact } from '@patchbay/database/pg-transaction';
import { createPool, type DatabaseOptions } from '@patchbay/database/pool';
import type { EventSource } from '@patchbay/events/transport';
import { mapErrorsToFailures } from '@patchbay/rpc/map-errors-to-failures';
import type { Component } from '@patchbay/runtime/component';
import { readyOnce } from '@patchbay/runtime/readiness';
import type { Logger } from '@patchbay/telemetry/logger';
import { createAuditConsumer } from './consumer/consumer.ts';
import { schema } from './migrations.ts';
import { routes } from './rpc/routes.ts';

export interface AuditOptions {
  readonly database: DatabaseOptions;
}

/** What its surroundings lend it: the embedded platform and production lend different ones. */
export interface AuditParts {
  readonly source: EventSource;
  readonly organization: Transport;
  readonly logger: Logger;
}

/** The service without its listener: its methods, and what has to run for them to work. */
export function build(
  { database }: AuditOptions,
  { source, organization, logger }: AuditParts,
): { routes: (router: ConnectRouter) => void; components: Component[] } {
  const db = createPool({ ...database, applicationName: schema, logger });
  return {
    routes: routes({ db }),
    components: [
      db.component,
      // The trail can be read while nothing arrives.
      readyOnce(
        createAuditConsumer({
          source,
          db,
          transact: createTransact(db),
          organization: createClient(OrganizationService, mapErrorsToFailures(organization, 'organization')),
        }),
      ),
    ],
  };
}
