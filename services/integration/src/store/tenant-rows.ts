import type { Queryable } from '@patchbay/database/query';
import type { Tenant, TenantRows } from '@patchbay/service/leftovers';
import { NIL } from 'uuid';

/** One that has ended counts while integrations of it are left. */
const workspaces = {
  name: 'workspaces that have rows',
  text: `select id as "workspaceId", organization_id as "organizationId" from workspaces w
         where id > $1::uuid and (ended_at is null or exists (select from integrations where workspace_id = w.id))
         order by id limit 1000`,
};

const tables = ['credentials', 'connect_links', 'grants'];
const count = {
  name: 'rows of a workspace',
  text: `with own as materialized (select id from integrations where workspace_id = $1::uuid)
         select (select count(*) from own)::integer as integrations,
           ${tables.map((table) => `(select count(*) from own join ${table} on integration_id = own.id)::integer as ${table}`).join(', ')}`,
};

/** What this service has of workspaces. Revocations are not among it: they end by themselves after a day. */
export const tenantRowsOf = (db: Queryable): Pick<TenantRows, 'tenantsAfter' | 'countRows'> => ({
  tenantsAfter: (after) =>
    db.query<Tenant & Record<string, unknown>>(workspaces, [after?.workspaceId ?? NIL]),
  countRows: async ({ workspaceId }) =>
    (await db.query<Record<string, number>>(count, [workspaceId]))[0] ?? {},
});
