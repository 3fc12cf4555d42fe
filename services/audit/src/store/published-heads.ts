import type { Queryable } from '@patchbay/database/query';

/** A chain whose head is not the one that was published last. */
export interface ChangedHead {
  readonly organizationId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly recordedAt: Date;
  /** The sequence of the newest head that was published; 0 without one. */
  readonly published: number;
  /** When the oldest uncovered entry was recorded, not later than now. Uncovered: after the newest published head. */
  readonly oldestAt: Date;
  /** Whether the trail has the entry that the head names, or retention has removed it as the last one. */
  readonly isStored: boolean;
}

const selectChanged = {
  name: 'changed chain heads',
  // The entry is looked up because the service's role may write heads: without it, whoever has its password could have any head
  // signed. Materialized: entries are looked up only for the chains of this batch, whatever order the planner chooses.
  text: `with changed as materialized (
           select head.organization_id, head.sequence, head.hash, head.recorded_at,
                  coalesce(published.sequence, 0) as published, coalesce(published.recorded_at, 'epoch') as published_recorded_at
           from chain_heads head left join published_heads published using (organization_id)
           where head.organization_id > $1 and head.sequence <> coalesce(published.sequence, 0)
           order by head.organization_id limit $2
         )
         select organization_id as "organizationId", sequence, hash, changed.recorded_at as "recordedAt", published,
                greatest('epoch', least(coalesce(oldest.recorded_at, changed.recorded_at), $3::timestamptz)) as "oldestAt",
                stored.found or removed.found as "isStored"
         from changed left join lateral (
           select min(entry.recorded_at) as recorded_at from entries entry
           where entry.organization_id = changed.organization_id and entry.sequence = changed.published + 1
             and entry.recorded_at between changed.published_recorded_at and changed.recorded_at
         ) oldest on true
         cross join lateral (
           select count(*) > 0 as found from entries entry
           where entry.organization_id = changed.organization_id and entry.sequence = changed.sequence
             and entry.recorded_at = changed.recorded_at and entry.hash = changed.hash
         ) stored
         cross join lateral (
           select count(*) > 0 as found from checkpoints checkpoint
           where checkpoint.organization_id = changed.organization_id and checkpoint.sequence = changed.sequence
             and checkpoint.recorded_at = changed.recorded_at and checkpoint.hash = changed.hash
         ) removed
         order by organization_id`,
};

interface Row {
  readonly organizationId: string;
  readonly sequence: string;
  readonly hash: string;
  readonly recordedAt: Date;
  readonly published: string;
  readonly oldestAt: Date;
  readonly isStored: boolean;
}

/** Chains whose heads are not published, after an organization id in the order of the ids. */
export async function findChangedHeads(db: Queryable, after: string, limit: number): Promise<ChangedHead[]> {
  const rows = await db.query<Row & Record<string, unknown>>(selectChanged, [after, limit, db.now()]);
  return rows.map(({ sequence, published, ...row }) => ({
    ...row,
    sequence: Number(sequence),
    published: Number(published),
  }));
}

const upsert = {
  name: 'published heads',
  // In the order of the ids, so that two processes that publish at once cannot deadlock. A head that is older changes nothing.
  text: `insert into published_heads (organization_id, sequence, recorded_at, published_at)
         select organization_id, sequence, recorded_at, $4
         from unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) as head (organization_id, sequence, recorded_at)
         order by organization_id
         on conflict (organization_id) do update
         set sequence = excluded.sequence, recorded_at = excluded.recorded_at, published_at = excluded.published_at
         where published_heads.sequence < excluded.sequence`,
};

/** Remembers that these heads were published. */
export async function savePublishedHeads(
  db: Queryable,
  heads: readonly ChangedHead[],
  publishedAt: Date,
): Promise<void> {
  await db.query(upsert, [
    heads.map(({ organizationId }) => organizationId),
    heads.map(({ sequence }) => sequence),
    heads.map(({ recordedAt }) => recordedAt),
    publishedAt,
  ]);
}
