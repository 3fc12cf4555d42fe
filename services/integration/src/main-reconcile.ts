import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createPool } from '@patchbay/database/pool';
import { createPrismaTransact, prismaAdapter } from '@patchbay/database/prisma';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { commandUrlOf } from '@patchbay/service/database';
import { runReconcile } from '@patchbay/service/reconcile';
import { createTransports } from '@patchbay/service/transports';
import { createLogger } from '@patchbay/telemetry/logger';
import { readReconcileConfig } from './config.ts';
import { createConnectors, endpointOrigins } from './connector/connectors.ts';
import { schema } from './migrations.ts';
import { PrismaClient } from './prisma/generated/client.ts';
import { createCatalogue } from './providers/catalogue.ts';
import { providers } from './providers/index.ts';
import { destroyBy, holdingsOf } from './store/holdings.ts';

await runReconcile('integration', process.argv.slice(2), (environment) => {
  const config = readReconcileConfig(environment);
  const { PROVIDERS_FILE: installations } = config;
  const logger = createLogger({ service: 'integration', level: config.LOG_LEVEL });
  const db = createPool({ url: commandUrlOf(config), applicationName: 'reconcile', max: 2, logger });
  const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema), errorFormat: 'minimal' });
  const { transports, components } = createTransports('integration', config);
  const organization = createServiceClient(OrganizationService, 'organization', transports.organization);
  // Sends nothing: a connector says whether credentials of its provider can be revoked.
  const outgoing = createOutgoing({ logger, allowedOrigins: endpointOrigins(installations) });
  const parts = {
    db,
    transact: createPrismaTransact(prisma, db),
    catalogue: createCatalogue(providers, installations),
    connectorOf: createConnectors(providers, { installations, outgoing }),
  };
  return {
    holdings: { ...holdingsOf(db), destroy: destroyBy(parts) },
    listMissing: (ids) => organization.listMissing(ids),
    async close() {
      for (const component of [...components, outgoing.component, db.component]) await component.stop?.();
    },
  };
});
