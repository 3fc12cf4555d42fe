import { createPool } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { saveStateChange } from '@patchbay/events/inactive-organizations';
import { createOutgoing } from '@patchbay/outgoing/create-outgoing';
import type { TenantRows } from '@patchbay/service/leftovers';
import type { Opened } from '@patchbay/service/reconcile';
import type { Logger } from '@patchbay/telemetry/logger';
import { createConnectors, endpointOrigins, type Installations } from './connector/connectors.ts';
import { endOrganization, endWorkspace, type TenantEventParts } from './consumer/tenant-events.ts';
import { createCatalogue } from './providers/catalogue.ts';
import { providers } from './providers/index.ts';
import { removeEnded } from './store/ended-workspaces.ts';
import { tenantRowsOf } from './store/tenant-rows.ts';

/** Destroys what is left of a workspace or an organization. */
export const destroyBy =
  (parts: TenantEventParts): TenantRows['destroy'] =>
  async ({ organizationId, workspaceId, isOrganizationMissing }) => {
    if (isOrganizationMissing) {
      await saveStateChange(parts.db, { organizationId, asOf: parts.db.now(), deleted: true });
      await endOrganization(parts, organizationId);
    } else if (workspaceId !== null) await endWorkspace(parts, { id: workspaceId, organizationId });
    while (await parts.transact({ name: 'remove ended workspaces' }, removeEnded));
  };

/** What this service has, for the command that compares it with what organization has. */
export function openTenantRows(
  url: string,
  installations: Installations,
  logger: Logger,
): Pick<Opened, 'tenantRows' | 'close'> {
  const db = createPool({ url, applicationName: 'reconcile', max: 2, logger });
  // Sends nothing: a connector says whether credentials of its provider can be revoked.
  const outgoing = createOutgoing({ logger, allowedOrigins: endpointOrigins(installations) });
  const destroy = destroyBy({
    db,
    transact: createTransact(db),
    catalogue: createCatalogue(providers, installations),
    connectorOf: createConnectors(providers, { installations, outgoing }),
  });
  return {
    tenantRows: { ...tenantRowsOf(db), destroy },
    async close() {
      await outgoing.component.stop?.();
      await db.component.stop();
    },
  };
}
