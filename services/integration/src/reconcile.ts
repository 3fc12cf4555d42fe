import { createPool } from '@patchbay/database/pool';
import { createPrismaTransact, prismaAdapter } from '@patchbay/database/prisma';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import type { Opened } from '@patchbay/service/reconcile';
import type { Logger } from '@patchbay/telemetry/logger';
import { createConnectors, endpointOrigins, type Installations } from './connector/connectors.ts';
import { schema } from './migrations.ts';
import { PrismaClient } from './prisma/generated/client.ts';
import { createCatalogue } from './providers/catalogue.ts';
import { providers } from './providers/index.ts';
import { destroyBy, holdingsOf } from './store/holdings.ts';

/** What this service has, for the command that compares it with what organization has. */
export function openHoldings(
  url: string,
  installations: Installations,
  logger: Logger,
): Pick<Opened, 'holdings' | 'close'> {
  const db = createPool({ url, applicationName: 'reconcile', max: 2, logger });
  const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema), errorFormat: 'minimal' });
  // Sends nothing: a connector says whether credentials of its provider can be revoked.
  const outgoing = createOutgoing({ logger, allowedOrigins: endpointOrigins(installations) });
  const destroy = destroyBy({
    db,
    transact: createPrismaTransact(prisma, db),
    catalogue: createCatalogue(providers, installations),
    connectorOf: createConnectors(providers, { installations, outgoing }),
  });
  return {
    holdings: { ...holdingsOf(db), destroy },
    async close() {
      await outgoing.component.stop?.();
      await db.component.stop();
    },
  };
}
