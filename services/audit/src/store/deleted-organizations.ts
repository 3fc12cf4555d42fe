import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import type { Head } from '../domain/chain.ts';

/** The action of the last entry of a trail. */
export const deletion = 'organization.deleted';

const select = {
  name: 'deleted organizations of some',
  text: 'select organization_id as id from deleted_organizations where organization_id = any ($1::uuid[])',
};

/** Those of the organizations that were deleted. */
export async function deletedAmong(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await db.query<{ id: string }>(select, [organizationIds])).map(({ id }) => id));
}

const insert = {
  name: 'organizations were deleted',
  text: `insert into deleted_organizations (organization_id) select unnest($1::uuid[]) on conflict do nothing`,
};

/** The transaction has appended the entries about it, and holds the locks of the heads. */
export async function noteDeleted(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length > 0) await tx.query(insert, [organizationIds]);
}

/** The end of a trail that is due for removal. */
export interface DueTrail extends Pick<Head, 'sequence' | 'hash'> {
  readonly organizationId: string;
}

const due = {
  name: 'trails of deleted organizations',
  text: `select organization_id as "organizationId", head.sequence, head.hash
         from deleted_organizations deleted
         left join chain_heads head using (organization_id)
         left join published_heads published using (organization_id)
         where removed_at is null and deleted_at <= $2::timestamptz - $1::float8 * interval '1 day'
           and coalesce(head.sequence, 0) <= coalesce(published.sequence, 0)
         order by deleted_at limit 100`,
};

interface Row {
  readonly organizationId: string;
  readonly sequence: string | null;
  readonly hash: string | null;
}

/** Those whose last head was published: whoever keeps heads has the one that says how the trail ended. */
export async function findDueTrails(db: Queryable, retainDays: number): Promise<DueTrail[]> {
  const rows = await db.query<Row & Record<string, unknown>>(due, [retainDays, db.now()]);
  return rows.map(({ organizationId, sequence, hash }) => ({
    organizationId,
    sequence: Number(sequence ?? 0),
    hash: hash ?? '',
  }));
}

const remove = {
  name: 'remove a part of a trail',
  text: 'select remove_trail($1::uuid, $2, $3) as done',
};

/** True if nothing is left of the trail. `proof`: the signed checkpoint at its end. */
export async function removeTrail(
  db: Queryable,
  organizationId: string,
  proof: string,
  most: number,
): Promise<boolean> {
  const [row] = await db.query<{ done: boolean }>(remove, [organizationId, proof, most]);
  return row?.done === true;
}
