import { type ConnectRouter, createClient, type Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createTransact } from '@patchbay/database/pg-transaction';
import { createPool } from '@patchbay/database/pool';
import type { EventSource } from '@patchbay/events/transport';
import { translating } from '@patchbay/rpc/translating';
import type { Component } from '@patchbay/runtime/component';
import { readyOnce } from '@patchbay/runtime/readiness';
import type { Logger } from '@patchbay/telemetry/logger';
import { createAuditConsumer } from './consumer/consumer.ts';
import { schema } from './migrations.ts';
import { routes } from './rpc/routes.ts';

export interface AuditOptions {
  /** Postgres, as this service's own role. */
  readonly databaseUrl: string;
}

/** What its surroundings lend it: the embedded platform and production lend different ones. */
export interface AuditParts {
  readonly source: EventSource;
  readonly organization: Transport;
  readonly logger: Logger;
}

/** The service without its listener: its methods, and what has to run for them to work. */
export function build(
  { databaseUrl }: AuditOptions,
  { source, organization, logger }: AuditParts,
): { routes: (router: ConnectRouter) => void; components: Component[] } {
  const db = createPool({ url: databaseUrl, applicationName: schema, logger });
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
          organization: createClient(OrganizationService, translating(organization, 'organization')),
        }),
      ),
    ],
  };
}
