import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import { createWorker } from '@patchbay/worker/worker';

/** An organization that a service has rows of, or a workspace of it. */
export interface Tenant {
  readonly organizationId: string;
  /** Null: the rows are of the organization as a whole. */
  readonly workspaceId: string | null;
}

/** A tenant that organization has deleted. */
export interface MissingTenant extends Tenant {
  /** False: only the workspace is missing. */
  readonly isOrganizationMissing: boolean;
}

/** The rows that a service still has of a missing tenant: their number by table. */
export interface Leftover extends MissingTenant {
  readonly rows: Readonly<Record<string, number>>;
}

/** The rows of a service by organization and workspace, for the comparison with organization. */
export interface TenantRows {
  /** Tenants that the service has rows of, after one, in a fixed order; 1,000 at most. */
  readonly tenantsAfter: (after: Tenant | undefined) => Promise<readonly Tenant[]>;
  readonly countRows: (tenant: Tenant) => Promise<Readonly<Record<string, number>>>;
  /** Destroys the rows as the consumer does, but all at once. */
  readonly destroy: (tenant: MissingTenant) => Promise<void>;
}

interface Ids {
  readonly organizationIds: string[];
  readonly workspaceIds: string[];
}

/** `ListMissing` of organization: which of these do not exist; 1,000 of each at most. */
export type ListMissing = (ids: Ids) => Promise<Ids>;

const idsOf = (tenants: readonly Tenant[]): Ids => ({
  organizationIds: [...new Set(tenants.map(({ organizationId }) => organizationId))],
  workspaceIds: [...new Set(tenants.flatMap(({ workspaceId }) => workspaceId ?? []))],
});

/** Compares page by page. The result may contain tenants that were just deleted, until their event is handled. */
export async function* findLeftovers(
  { tenantsAfter, countRows }: Pick<TenantRows, 'tenantsAfter' | 'countRows'>,
  listMissing: ListMissing,
): AsyncGenerator<Leftover> {
  let after: Tenant | undefined;
  for (;;) {
    const tenants = await tenantsAfter(after);
    after = tenants.at(-1);
    if (after === undefined) return;
    const missing = await listMissing(idsOf(tenants));
    const [organizations, workspaces] = [new Set(missing.organizationIds), new Set(missing.workspaceIds)];
    for (const tenant of tenants) {
      const isOrganizationMissing = organizations.has(tenant.organizationId);
      const isMissing =
        isOrganizationMissing || (tenant.workspaceId !== null && workspaces.has(tenant.workspaceId));
      if (isMissing) yield { ...tenant, isOrganizationMissing, rows: await countRows(tenant) };
    }
  }
}

export interface LeftoverGaugeOptions {
  readonly tenantRows: Pick<TenantRows, 'tenantsAfter' | 'countRows'>;
  readonly listMissing: ListMissing;
  readonly logger: Logger;
  /** Milliseconds between two comparisons on average. Default one hour. */
  readonly pollMs?: number;
  readonly clock?: Clock;
}

/** Counts the leftovers of deleted workspaces and organizations. Destroys nothing: after a restore organization may lack tenants that exist. */
export const createLeftoverGauge = ({
  tenantRows,
  listMissing,
  logger,
  pollMs = 3_600_000,
  clock = systemClock,
}: LeftoverGaugeOptions): Component => {
  /** The result of the last comparison. Undefined before the first one. */
  let found: number | undefined;
  watch('leftovers', {}, () => found);
  return createWorker({
    name: 'leftovers',
    async round(signal) {
      let count = 0;
      for await (const _ of findLeftovers(tenantRows, listMissing)) {
        if (signal.aborted) return false;
        count += 1;
      }
      found = count;
      return false;
    },
    pollMs,
    jitter: true,
    backoff: { max: 600_000 },
    logger,
    clock,
  });
};
