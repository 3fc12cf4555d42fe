import type { Queryable } from '@patchbay/database/query';

/** As `ListMissingRequest` documents. */
export const maxIds = 1_000;

const missing = (things: string, tables: string, exists: string) => ({
  name: `missing ${things}`,
  text: `select asked.id from unnest($1::uuid[]) as asked (id)
         where not exists (select from ${tables} where ${exists}) limit ${maxIds}`,
});

export const missingOrganizations = missing(
  'organizations',
  'organizations',
  'organizations.id = asked.id and deleted_at is null',
);
/** Those of a deleted organization are missing from its deletion on, although their rows go a little later. */
export const missingWorkspaces = missing(
  'workspaces',
  'workspaces w join organizations o on o.id = w.organization_id',
  'w.id = asked.id and o.deleted_at is null',
);

/** Those of the given ones that do not exist. */
export async function listMissing(
  db: Queryable,
  ids: { readonly organizationIds: readonly string[]; readonly workspaceIds: readonly string[] },
): Promise<{ organizationIds: string[]; workspaceIds: string[] }> {
  const [organizations, workspaces] = await Promise.all([
    db.query<{ id: string }>(missingOrganizations, [ids.organizationIds]),
    db.query<{ id: string }>(missingWorkspaces, [ids.workspaceIds]),
  ]);
  return {
    organizationIds: organizations.map(({ id }) => id),
    workspaceIds: workspaces.map(({ id }) => id),
  };
}
