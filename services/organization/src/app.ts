import type { ConnectRouter } from '@connectrpc/connect';
import { createPool } from '@patchbay/database/pool';
import { prismaAdapter } from '@patchbay/database/prisma';
import { createOutbox } from '@patchbay/events/outbox';
import { createRelay } from '@patchbay/events/relay';
import type { EventPublisher } from '@patchbay/events/transport';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { schema } from './migrations.ts';
import { PrismaClient } from './prisma/generated/client.ts';
import { routes } from './rpc/routes.ts';

export interface OrganizationOptions {
  /** Postgres, as this service's own role. */
  readonly databaseUrl: string;
}

/** What its surroundings lend it: the embedded platform and production lend different ones. */
export interface OrganizationParts {
  readonly publisher: EventPublisher;
  readonly logger: Logger;
}

/** The service without its listener: its methods, and what has to run for them to work. */
export function build(
  { databaseUrl }: OrganizationOptions,
  { publisher, logger }: OrganizationParts,
): { routes: (router: ConnectRouter) => void; components: Component[] } {
  const db = createPool({ url: databaseUrl, applicationName: schema, logger });
  const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema) });
  return {
    routes: routes({ db, prisma, outbox: createOutbox(schema) }),
    components: [
      db.component,
      createRelay({ context: schema, url: databaseUrl, database: db, publisher, logger }),
    ],
  };
}
