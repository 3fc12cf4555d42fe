import type { Queryable } from '@patchbay/database/query';
import type { Tenant, TenantRows } from '@patchbay/service/leftovers';
import { NIL } from 'uuid';

const tenants = {
  name: 'tenants that have rows',
  text: `select organization_id as "organizationId", nullif(workspace_id, '${NIL}') as "workspaceId" from (
           select organization_id, coalesce(workspace_id, '${NIL}') as workspace_id from webhooks
           union select organization_id, '${NIL}' from cursors
         ) tenant where (organization_id, workspace_id) > ($1::uuid, $2::uuid) order by organization_id, workspace_id limit 1000`,
};

const count = {
  name: 'rows of a tenant',
  text: `with own as materialized (
           select id from webhooks where organization_id = $1::uuid and workspace_id is not distinct from $2::uuid)
         select (select count(*) from own)::integer as webhooks,
           (select count(*) from own join deliveries d on d.webhook_id = own.id)::integer as deliveries,
           (select count(*) from cursors where organization_id = $1::uuid and $2::uuid is null)::integer as cursors`,
};

/** What this service has of organizations, and of workspaces that webhooks are filtered to. */
export const tenantRowsOf = (db: Queryable): Pick<TenantRows, 'tenantsAfter' | 'countRows'> => ({
  tenantsAfter: (after) =>
    db.query<Tenant & Record<string, unknown>>(tenants, [
      after?.organizationId ?? NIL,
      after?.workspaceId ?? NIL,
    ]),
  countRows: async ({ organizationId, workspaceId }) =>
    (await db.query<Record<string, number>>(count, [organizationId, workspaceId]))[0] ?? {},
});
