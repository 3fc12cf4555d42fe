import { createPool } from '@patchbay/database/pool';
import type { Queryable } from '@patchbay/database/query';
import { createTransact } from '@patchbay/database/transaction';
import type { TenantRows } from '@patchbay/service/leftovers';
import type { Opened } from '@patchbay/service/reconcile';
import type { Logger } from '@patchbay/telemetry/logger';
import { applyStateChanges, endWorkspace, type TenantEventParts } from './consumer/tenant-events.ts';
import { removeDeleted } from './store/deliveries.ts';
import { tenantRowsOf } from './store/tenant-rows.ts';

/** Destroys what is left of a workspace or an organization. */
export const destroyBy =
  (parts: TenantEventParts & { readonly db: Queryable }): TenantRows['destroy'] =>
  async ({ organizationId, workspaceId, isOrganizationMissing }) => {
    if (isOrganizationMissing)
      await applyStateChanges(parts, [{ organizationId, asOf: parts.db.now(), deleted: true }]);
    else if (workspaceId !== null) await endWorkspace(parts, { organizationId, workspaceId });
    while (await removeDeleted(parts.db));
  };

/** What this service has, for the command that compares it with what organization has. */
export function openTenantRows(url: string, logger: Logger): Pick<Opened, 'tenantRows' | 'close'> {
  const db = createPool({ url, applicationName: 'reconcile', max: 2, logger });
  return {
    tenantRows: { ...tenantRowsOf(db), destroy: destroyBy({ db, transact: createTransact(db) }) },
    close: () => db.component.stop(),
  };
}
