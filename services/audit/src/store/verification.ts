import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import { emptyChain, type Head } from '../domain/chain.ts';
import type { Beginning } from '../domain/checkpoint.ts';
import type { Position } from '../domain/page.ts';
import type { StoredEntry } from '../domain/verification.ts';
import { type Bounded, bySequence, withinBytes } from './pages.ts';

/** The stored extent of a chain. */
export interface Extent extends Beginning {
  /** The highest sequence of entries, head and checkpoint, which differ only after tampering; 0 without any. */
  readonly lastSequence: number;
  readonly head: Head;
}

const selectExtent = {
  name: 'extent of a chain',
  // One statement reads one snapshot: head and entries differ only after tampering, not by a concurrent append or retention.
  text: `select ends.first, ends.last,
           coalesce(head.sequence, $2) as sequence, coalesce(head.hash, $3) as hash,
           coalesce(head.recorded_at, $4) as "recordedAt",
           removed.sequence as "removedSequence", removed.hash as "removedHash",
           removed.recorded_at as "removedRecordedAt", removed.signed
         from (select min(sequence) as first, max(sequence) as last from entries where organization_id = $1) ends
         left join chain_heads head on head.organization_id = $1
         left join checkpoints removed on removed.organization_id = $1`,
};

/** pg returns bigint as text. `Number()` is exact below 2^53, which no chain reaches. */
interface ExtentRow {
  readonly first: string | null;
  readonly last: string | null;
  readonly sequence: string;
  readonly hash: string;
  readonly recordedAt: Date;
  readonly removedSequence: string | null;
  readonly removedHash: string;
  readonly removedRecordedAt: Date;
  readonly signed: string;
}

export async function findExtent(db: Queryable, organizationId: string): Promise<Extent> {
  const { sequence, hash, recordedAt } = emptyChain;
  const [row] = await db.query<ExtentRow>(selectExtent, [organizationId, sequence, hash, recordedAt]);
  if (row === undefined) throw internal('an aggregate gave no row');
  const sequences = [row.first, row.last, row.sequence, row.removedSequence].map(Number);
  return {
    checkpoint:
      row.removedSequence === null
        ? undefined
        : {
            sequence: Number(row.removedSequence),
            hash: row.removedHash,
            recordedAt: row.removedRecordedAt,
            signed: row.signed,
          },
    firstSequence: row.first === null ? undefined : Number(row.first),
    lastSequence: Math.max(0, ...sequences),
    head: { sequence: Number(row.sequence), hash: row.hash, recordedAt: row.recordedAt },
  };
}

/** Bytes per query, which are in memory. A single entry may be larger. */
const maxPageBytes = 256 * 1024;

const next = {
  name: 'entries walk',
  text: withinBytes({
    columns: `sequence, recorded_at as "recordedAt", action, occurred_at as "occurredAt", actor_id as "actorId",
              workspace_id as "workspaceId", workspace_slug as "workspaceSlug", target_type as "targetType", target_id as "targetId", entry as text, hash`,
    // Starts at the last row read and skips it by the offset. A second row with the same sequence and time, which is possible
    // without the primary key, is then read.
    where: ['organization_id = $1 and (sequence, recorded_at) >= ($2, $3) and sequence <= $4'],
    // By sequence, so that a row whose time or partition was changed keeps its position and is the one that is reported.
    order: bySequence,
    limit: '$5 offset $6',
    maxBytes: maxPageBytes,
  }),
};

interface Row extends Bounded {
  readonly sequence: string;
  readonly recordedAt: Date;
  readonly action: string;
  readonly occurredAt: Date;
  readonly actorId: string | null;
  readonly workspaceId: string | null;
  readonly workspaceSlug: string | null;
  readonly targetType: string;
  readonly targetId: string;
  readonly text: string;
  readonly hash: string;
}

const storedEntry = (row: Row): StoredEntry => ({
  sequence: Number(row.sequence),
  recordedAt: row.recordedAt,
  text: row.text,
  hash: row.hash,
  columns: {
    action: row.action,
    occurredAt: row.occurredAt,
    actorId: row.actorId,
    workspaceId: row.workspaceId,
    workspaceSlug: row.workspaceSlug,
    targetType: row.targetType,
    targetId: row.targetId,
  },
});

export interface WalkOptions {
  /** Whether the trail has the entry after which the walk begins. */
  readonly isStored: boolean;
  /** The last sequence that is read. */
  readonly lastSequence: number;
  /** Rows per query. */
  readonly pageSize: number;
}

export interface WalkedPage {
  readonly rows: readonly StoredEntry[];
  readonly isLast: boolean;
}

/** The entries after a position, in the order of sequences, in pages; each is one query, made when the reader asks for it. */
export async function* walkEntries(
  db: Queryable,
  organizationId: string,
  after: Position,
  { isStored, lastSequence, pageSize }: WalkOptions,
): AsyncGenerator<WalkedPage, never> {
  let { sequence, recordedAt } = after;
  let offset = isStored ? 1 : 0;
  for (;;) {
    // One row more than the page shows whether another one follows. Of a chain without gaps no more rows are in this range, which
    // bounds what a plan that sorts would read; with a gap that is longer the walk ends, before the last sequence.
    const limit = pageSize + 1;
    const last = Math.min(lastSequence, sequence + limit);
    const found = await db.query<Row>(next, [organizationId, sequence, recordedAt, last, limit, offset]);
    const page = found.slice(0, pageSize);
    const rows = page.map(storedEntry);
    yield { rows, isLast: page.at(-1)?.followed !== true };
    ({ sequence, recordedAt } = rows.at(-1) ?? after);
    offset = 1;
  }
}

const selectEntry = {
  name: 'entry by sequence',
  text: `select hash, recorded_at as "recordedAt" from entries where organization_id = $1 and sequence = $2
         order by recorded_at limit 1`,
};

/** An entry as the head of the chain up to it; undefined if it does not exist. Of duplicates the first one. */
export async function findEntry(
  db: Queryable,
  organizationId: string,
  sequence: number,
): Promise<Head | undefined> {
  const [row] = await db.query<{ hash: string; recordedAt: Date }>(selectEntry, [organizationId, sequence]);
  return row && { sequence, hash: row.hash, recordedAt: row.recordedAt };
}
