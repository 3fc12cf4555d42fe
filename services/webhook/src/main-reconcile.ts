import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createPool } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { commandUrlOf } from '@patchbay/service/database';
import { runReconcile } from '@patchbay/service/reconcile';
import { createTransports } from '@patchbay/service/transports';
import { createLogger } from '@patchbay/telemetry/logger';
import { readReconcileConfig } from './config.ts';
import { destroyBy, holdingsOf } from './store/holdings.ts';

await runReconcile('webhook', process.argv.slice(2), (environment) => {
  const config = readReconcileConfig(environment);
  const logger = createLogger({ service: 'webhook', level: config.LOG_LEVEL });
  const db = createPool({ url: commandUrlOf(config), applicationName: 'reconcile', max: 2, logger });
  const { transports, components } = createTransports('webhook', config);
  const organization = createServiceClient(OrganizationService, 'organization', transports.organization);
  return {
    holdings: { ...holdingsOf(db), destroy: destroyBy({ db, transact: createTransact(db) }) },
    listMissing: (ids) => organization.listMissing(ids),
    async close() {
      for (const component of [...components, db.component]) await component.stop?.();
    },
  };
});
