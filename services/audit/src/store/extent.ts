import type { Queryable } from '@patchbay/database/queryable';
import { internal } from '@patchbay/errors/failure';
import { emptyChain, type Head } from '../domain/chain.ts';
import type { Beginning } from '../domain/checkpoint.ts';

/** What is stored of a chain. */
export interface Extent extends Beginning {
  /** The highest sequence of entries, head and checkpoint, which differ after tampering alone; 0 without any. */
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
