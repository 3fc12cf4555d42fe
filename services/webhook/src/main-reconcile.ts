import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { commandUrlOf } from '@patchbay/service/database';
import { runReconcile } from '@patchbay/service/reconcile';
import { createTransports } from '@patchbay/service/transports';
import { createLogger } from '@patchbay/telemetry/logger';
import { readReconcileConfig } from './config.ts';
import { openTenantRows } from './reconcile.ts';

await runReconcile('webhook', process.argv.slice(2), (environment) => {
  const config = readReconcileConfig(environment);
  const logger = createLogger({ service: 'webhook', level: config.LOG_LEVEL });
  const { tenantRows, close } = openTenantRows(commandUrlOf(config), logger);
  const { transports, components } = createTransports('webhook', config);
  const organization = createServiceClient(OrganizationService, 'organization', transports.organization);
  return {
    tenantRows,
    listMissing: (ids) => organization.listMissing(ids),
    async close() {
      for (const component of components) await component.stop?.();
      await close();
    },
  };
});
