import type { Queryable } from '@patchbay/database/queryable';
import { emptyChain, type Head } from '../domain/chain.ts';
import type { Position } from '../domain/position.ts';
import type { Tx } from './transaction.ts';

const insertEmpty = {
  name: 'chains begin',
  text: `insert into chain_heads (organization_id, sequence, hash)
         select id, $2, $3 from unnest($1::uuid[]) as organization (id)
         on conflict (organization_id) do nothing`,
};

const lock = {
  name: 'chain heads for update',
  text: `select organization_id as "organizationId", sequence, hash, recorded_at as "recordedAt" from chain_heads
         where organization_id = any ($1::uuid[]) order by organization_id for update`,
};

/** pg returns bigint as text. `Number()` is exact below 2^53, which no chain reaches. */
interface HeadRow {
  readonly organizationId: string;
  readonly sequence: string;
  readonly hash: string;
  readonly recordedAt: Date;
}

/**
 * The heads of these organizations' chains, created where missing, with their row locks held until commit. Locks are taken
 * in the order of the ids, so that transactions with overlapping sets cannot deadlock.
 */
export async function lockHeads(tx: Tx, organizationIds: readonly string[]): Promise<Map<string, Head>> {
  const ids = organizationIds.toSorted();
  await tx.query(insertEmpty, [ids, emptyChain.sequence, emptyChain.hash]);
  const rows = await tx.query<HeadRow>(lock, [ids]);
  return new Map(
    rows.map(({ organizationId, sequence, hash, recordedAt }) => [
      organizationId,
      { sequence: Number(sequence), hash, recordedAt },
    ]),
  );
}

const selectNewest = {
  name: 'newest entry',
  text: `select sequence, recorded_at as "recordedAt" from entries where organization_id = $1
         order by recorded_at desc, sequence desc limit 1`,
};

/** The position of the newest entry; undefined without entries. */
export async function findNewest(db: Queryable, organizationId: string): Promise<Position | undefined> {
  const [row] = await db.query<{ sequence: string; recordedAt: Date }>(selectNewest, [organizationId]);
  return row && { sequence: Number(row.sequence), recordedAt: row.recordedAt };
}
