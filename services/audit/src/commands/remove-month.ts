import type { KeyObject } from 'node:crypto';
import type { Connection } from '@patchbay/database/pool';
import { conflict, unavailable } from '@patchbay/errors/failure';
import type { Clock } from '@patchbay/runtime/clock';
import { emptyChain } from '../domain/chain.ts';
import { isProven, signCheckpoint } from '../domain/checkpoint.ts';
import type { Month } from '../domain/month.ts';

/** A row of `checkpoints`. Any part of it may have been tampered with. */
export interface Checkpoint {
  readonly sequence: number;
  readonly hash: string;
  readonly signed: string;
}

/** The part of one chain in a month. */
export interface ChainPart {
  readonly organizationId: string;
  /** Of its last entry in the month. */
  readonly sequence: string;
  readonly hash: string;
  readonly recordedAt: Date;
  readonly entries: string;
  /** The checkpoint before the part; null if the part begins the chain. */
  readonly checkpoint: Checkpoint | null;
  /** The first sequence that does not follow the previous one; null if the part verifies. */
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

export interface RemoveOptions {
  readonly privateKey: KeyObject;
  /** Keys whose signatures on earlier checkpoints count. */
  readonly trustedKeys: readonly KeyObject[];
  /**
   * Verifies, counts and writes checkpoints, and drops nothing. All months of a dry run are one transaction, which the caller begins and
   * rolls back: each month is verified from the checkpoints of the one before.
   */
  readonly dryRun: boolean;
  /** Also removes months that do not verify. */
  readonly evenBroken: boolean;
  /** Milliseconds that everybody else may have to wait for this at a time. */
  readonly lockTimeoutMs: number;
  readonly now: Date;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (chains: number) => void;
}

export interface RemovedMonth {
  readonly partition: string;
  readonly chains: number;
  readonly entries: number;
  readonly bytes: number;
  /** Chains whose part did not verify, with the first sequence that did not; the first hundred. */
  readonly broken: readonly { readonly organizationId: string; readonly sequence: number }[];
  readonly brokenChains: number;
}

/** Chains per batch: few enough that signing them does not keep the process from other work for long. */
const batchSize = 100;
const maxExamples = 100;
const lockNotAvailable = '55P03';
/** Milliseconds after which the removal is given up because others use the trail. */
const giveUpMs = 600_000;

/** For each chain the last removed entry: the verification of the rest begins there. */
const upsert = `
  insert into checkpoints (organization_id, sequence, hash, recorded_at, signed)
  select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[])
  on conflict (organization_id) do update set sequence = excluded.sequence, hash = excluded.hash,
    recorded_at = excluded.recorded_at, signed = excluded.signed`;

async function writeCheckpoints(
  client: Connection,
  parts: readonly ChainPart[],
  { privateKey, now }: RemoveOptions,
): Promise<void> {
  const signed = parts.map(({ organizationId, sequence, hash }) =>
    signCheckpoint({ organizationId, sequence: Number(sequence), hash }, privateKey, now),
  );
  await client.query(upsert, [
    parts.map(({ organizationId }) => organizationId),
    parts.map(({ sequence }) => sequence),
    parts.map(({ hash }) => hash),
    parts.map(({ recordedAt }) => recordedAt),
    signed,
  ]);
}

/** Reads the part of each chain in the month, and writes the checkpoints as long as everything verifies. */
async function writeAllCheckpoints(
  client: Connection,
  month: Month,
  options: RemoveOptions,
): Promise<Omit<RemovedMonth, 'partition' | 'bytes'>> {
  const { trustedKeys, evenBroken, signal, onProgress } = options;
  const broken: RemovedMonth['broken'][number][] = [];
  let [chains, entries, brokenChains] = [0, 0, 0];
  await client.query(`declare parts no scroll cursor for ${summaryOf(month)}`);
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await client.query<ChainPart>(`fetch ${batchSize} from parts`);
    for (const part of rows) {
      entries += Number(part.entries);
      // Without this check, whoever removes the beginning of a trail and invents a checkpoint would get a signed one.
      const { organizationId, checkpoint } = part;
      const isTrusted = checkpoint === null || isProven(checkpoint, organizationId, trustedKeys);
      const sequence = isTrusted ? part.broken : checkpoint.sequence;
      if (sequence === undefined || sequence === null) continue;
      brokenChains += 1;
      if (broken.length < maxExamples)
        broken.push({ organizationId: part.organizationId, sequence: Number(sequence) });
    }
    chains += rows.length;
    const isRefused = brokenChains > 0 && !evenBroken;
    if (rows.length > 0 && !isRefused) await writeCheckpoints(client, rows, options);
    onProgress(chains);
    if (rows.length < batchSize) break;
  }
  await client.query('close parts');
  return { chains, entries, broken, brokenChains };
}

/**
 * Drops the partition, which needs an ACCESS EXCLUSIVE lock on `entries` until commit. Who asks for it makes everybody wait who asks
 * later, so each attempt ends after `lockTimeoutMs`, and the next one comes when the others have had their turn.
 */
async function dropPartition(client: Connection, partition: string, options: RemoveOptions): Promise<void> {
  const { lockTimeoutMs, clock, signal } = options;
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  await client.query('savepoint undropped');
  for (const end = clock.uptime() + giveUpMs; ; ) {
    signal.throwIfAborted();
    try {
      await client.query(`drop table ${partition}`);
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
      await client.query('rollback to undropped');
      if (clock.uptime() > end)
        throw unavailable(
          `others read the trail without a pause for ${giveUpMs / 1_000} s, such as a backup: ${partition} stays`,
          error,
        );
    }
    await clock.sleep(lockTimeoutMs * (2 + 4 * Math.random()), signal);
  }
}

async function removeInTransaction(
  client: Connection,
  month: Month,
  options: RemoveOptions,
): Promise<RemovedMonth | undefined> {
  const { partition, end } = month;
  await client.query(`set local lock_timeout = '10s'`);
  // Of two runs one goes on, and the other finds the partition gone.
  await client.query('select from retention for update');
  const { rows } = await client.query<{ bytes: string | null }>(
    `select pg_total_relation_size(to_regclass($1)) as bytes`,
    [partition],
  );
  const bytes = rows[0]?.bytes;
  if (bytes === undefined || bytes === null) return undefined;
  // Nothing can be added to the month from here on; readers go on.
  await client.query(`lock table ${partition} in share mode`);
  await client.query(`set local work_mem = '64MB'`);
  const result = { partition, bytes: Number(bytes), ...(await writeAllCheckpoints(client, month, options)) };
  if (options.dryRun || (result.brokenChains > 0 && !options.evenBroken)) return result;
  await client.query('update retention set removed_before = greatest(removed_before, $1)', [end]);
  await dropPartition(client, partition, options);
  return result;
}

/**
 * Removes a month and writes the checkpoints of its chains in one transaction. Undefined if another process has removed it. Removes
 * nothing if a part does not verify (`brokenChains` is above 0): that would remove the evidence. Throws the failure `conflict` while
 * another process removes a month.
 */
export async function removeMonth(
  client: Connection,
  month: Month,
  options: RemoveOptions,
): Promise<RemovedMonth | undefined> {
  try {
    if (options.dryRun) return await removeInTransaction(client, month, options);
    await client.query('begin');
    const result = await removeInTransaction(client, month, options);
    const isRemoved = result?.brokenChains === 0 || options.evenBroken;
    await client.query(isRemoved ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if ((error as { code?: unknown }).code === lockNotAvailable)
      throw conflict(`another process works on ${month.partition}: try again later`);
    throw error;
  }
}
