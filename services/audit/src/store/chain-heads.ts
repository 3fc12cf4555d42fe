import type { Queryable } from '@patchbay/database/queryable';
import { internal } from '@patchbay/errors/failure';
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

const selectHead = {
  name: 'chain head and last entry',
  // One statement reads one snapshot: head and last entry differ only after tampering, not by a concurrent append.
  text: `select coalesce(head.sequence, $2) as sequence, coalesce(head.hash, $3) as hash, coalesce(last.sequence, 0) as last
         from (select max(sequence) as sequence from entries where organization_id = $1) last
         left join chain_heads head on head.organization_id = $1`,
};

/** A chain's head, and the highest sequence in `entries`, which differs from the head's after tampering. */
export async function findHead(
  db: Queryable,
  organizationId: string,
): Promise<{ head: Pick<Head, 'sequence' | 'hash'>; lastSequence: number }> {
  const values = [organizationId, emptyChain.sequence, emptyChain.hash];
  const [row] = await db.query<{ sequence: string; hash: string; last: string }>(selectHead, values);
  if (row === undefined) throw internal('an aggregate gave no row');
  return {
    head: { sequence: Number(row.sequence), hash: row.hash },
    lastSequence: Number(row.last),
  };
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
