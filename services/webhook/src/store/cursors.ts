import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';

/** The last handled sequence, by organization. */
export type Cursors = Map<string, number>;

/** pg returns bigint as text. `Number()` is exact below 2^53, which no chain reaches. */
interface Row extends Record<string, unknown> {
  readonly organizationId: string;
  readonly sequence: string;
}

const cursorsOf = (rows: readonly Row[]): Cursors =>
  new Map(rows.map(({ organizationId, sequence }) => [organizationId, Number(sequence)]));

const columns = `organization_id as "organizationId", sequence`;

const read = {
  name: 'cursors of organizations',
  text: `select ${columns} from cursors where organization_id = any ($1::uuid[]) limit cardinality($1::uuid[])`,
};

/** Those that exist. */
export const readCursors = async (db: Queryable, organizationIds: readonly string[]): Promise<Cursors> =>
  cursorsOf(await db.query<Row>(read, [organizationIds]));

const begin = {
  name: 'cursors begin',
  text: `insert into cursors (organization_id, sequence)
         select * from unnest($1::uuid[], $2::bigint[]) as given (organization_id, sequence) order by 1
         on conflict (organization_id) do nothing`,
};

const lock = {
  name: 'lock cursors',
  text: `select ${columns} from cursors where organization_id = any ($1::uuid[]) order by organization_id
         limit cardinality($1::uuid[]) for update`,
};

/** Locks the cursors in the order of their ids; one that does not exist is created with the given sequence. */
export async function lockCursors(
  tx: Transaction,
  beginnings: ReadonlyMap<string, number>,
): Promise<Cursors> {
  const ids = [...beginnings.keys()];
  await tx.query(begin, [ids, [...beginnings.values()]]);
  return cursorsOf(await tx.query<Row>(lock, [ids]));
}

const move = {
  name: 'move cursors',
  text: `update cursors c set sequence = moved.sequence from unnest($1::uuid[], $2::bigint[]) as moved (organization_id, sequence)
         where c.organization_id = moved.organization_id`,
};

/** The transaction holds their locks. */
export async function moveCursors(tx: Transaction, cursors: ReadonlyMap<string, number>): Promise<void> {
  if (cursors.size > 0) await tx.query(move, [[...cursors.keys()], [...cursors.values()]]);
}
