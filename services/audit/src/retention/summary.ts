import { emptyChain } from '../domain/chain.ts';
import type { Month } from '../domain/month.ts';

/** A row of `checkpoints`. Any part of it may have been tampered with. */
export interface Checkpoint {
  readonly sequence: number;
  readonly hash: string;
  readonly signed: string;
}

/** What a month has of one chain. */
export interface ChainPart {
  readonly organizationId: string;
  /** Of its last entry in the month. */
  readonly sequence: string;
  readonly hash: string;
  readonly recordedAt: Date;
  readonly entries: string;
  /** The checkpoint that the part follows; null where it begins the chain. */
  readonly checkpoint: Checkpoint | null;
  /** The first sequence that does not follow from what is before it; null where the part verifies. */
  readonly broken: string | null;
}

/**
 * `previousHash` by a pattern, and not as JSON: an altered text may hold escapes that pass for JSON and that Postgres cannot decode,
 * and would make the query fail. The last match is that of the entry itself: names are in order, and none of the fields after it
 * holds names of others.
 */
const previousOf = `substring(entry from '.*"previousHash":"([0-9a-f]{64})"')`;

/**
 * Summarizes the oldest month by chain and verifies it: hashes and links of its entries, that its first entry follows the checkpoint
 * before, and that the first one left follows its last, or the head of the chain is its last. The inner query computes narrow columns
 * first, because the rows may have to be sorted.
 */
export const summaryOf = ({ partition, end }: Month): string => `
  select part.organization_id as "organizationId", part.sequence, part.hash, part.recorded_at as "recordedAt", part.entries,
    case when before.sequence is not null
      then json_build_object('sequence', before.sequence, 'hash', before.hash, 'signed', before.signed) end as checkpoint,
    case
      when part.first <> coalesce(before.sequence, ${emptyChain.sequence}) + 1
        or part.first_previous is distinct from coalesce(before.hash, '${emptyChain.hash}')
        then coalesce(before.sequence, ${emptyChain.sequence}) + 1
      when part.broken is not null then part.broken
      when after.sequence is null and (head.sequence, head.hash) is distinct from (part.sequence, part.hash)
        then part.sequence + 1
      when after.sequence is not null and (after.sequence, after.previous) is distinct from (part.sequence + 1, part.hash)
        then part.sequence + 1
    end as broken
  from (
    select organization_id, count(*) as entries, max(recorded_at) as recorded_at,
      min(sequence) filter (where is_first) as first, min(previous) filter (where is_first) as first_previous,
      max(sequence) filter (where is_last) as sequence, max(hash) filter (where is_last) as hash,
      min(sequence) filter (where not follows) as broken
    from (
      select *, lag(sequence) over chain is null as is_first, lead(sequence) over chain is null as is_last,
        hashed = hash and coalesce(sequence = lag(sequence) over chain + 1, true)
          and coalesce(previous = lag(hash) over chain, lag(hash) over chain is null) as follows
      from (
        select organization_id, sequence, recorded_at, hash, ${previousOf} as previous,
          encode(sha256(convert_to(entry, 'UTF8')), 'hex') as hashed
        from ${partition} offset 0
      ) narrow
      window chain as (partition by organization_id order by recorded_at, sequence)
    ) linked
    group by organization_id
  ) part
  left join checkpoints before using (organization_id)
  left join chain_heads head using (organization_id)
  left join lateral (
    select sequence, ${previousOf} as previous from entries
    where organization_id = part.organization_id and recorded_at >= '${end.toISOString()}'
    order by recorded_at, sequence limit 1
  ) after on true`;
