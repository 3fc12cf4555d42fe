import { canonicalForm } from '@patchbay/trail/canonical';
import { type Head, hashOf } from './chain.ts';
import { type ChainedEntry, type Columns, type Entry, workspaceIdIn } from './entry.ts';

/** A row of the trail as read from the database. Any part of it may have been tampered with. */
export interface StoredEntry extends ChainedEntry {
  readonly sequence: number;
  readonly recordedAt: Date;
  readonly columns: StoredColumns;
}

type StoredColumns = Omit<Columns, 'occurredAt'> & { readonly occurredAt: Date };

/** The result of verifying a chain up to `newest`. */
export interface Verification {
  /** Entries checked, including the one at which a break was found. */
  readonly checked: number;
  readonly firstBrokenSequence: number | undefined;
  readonly newest: Head;
}

/** A verification begins after this entry, which it trusts. */
export const verificationAfter = (newest: Head): Verification => ({
  checked: 0,
  firstBrokenSequence: undefined,
  newest,
});

/** Each column, written out: a loop over their names takes as long as hashing the entry. */
const columnsMatch = (
  columns: StoredColumns,
  { action, occurredAt, actor, workspace, target, metadata }: Entry,
): boolean =>
  columns.action === action &&
  columns.occurredAt.getTime() === Date.parse(occurredAt) &&
  columns.actorId === actor.id &&
  columns.workspaceId === workspaceIdIn({ workspace, metadata }) &&
  columns.workspaceSlug === (workspace === null ? null : workspace.slug) &&
  columns.targetType === target.type &&
  columns.targetId === target.id;

/** The time of a row is that of its entry, or that of the previous row if it is later. */
const timeMatches = (recordedAt: Date, entry: Entry, newest: Head): boolean =>
  recordedAt.getTime() === Math.max(newest.recordedAt.getTime(), Date.parse(entry.recordedAt));

function follows({ sequence, text, hash, recordedAt, columns }: StoredEntry, newest: Head): boolean {
  if (hashOf(text) !== hash) return false;
  try {
    const entry = JSON.parse(text) as Entry;
    return (
      entry.previousHash === newest.hash &&
      entry.sequence === sequence &&
      columnsMatch(columns, entry) &&
      timeMatches(recordedAt, entry, newest) &&
      canonicalForm(entry) === text
    );
  } catch {
    // The stored text does not have the shape of an entry, or pg read a time as infinite, which is no Date.
    return false;
  }
}

/** Continues a verification with the next rows, ordered by sequence. Checks nothing after the first break. */
export function verifyRows(previous: Verification, rows: readonly StoredEntry[]): Verification {
  let { checked, firstBrokenSequence, newest } = previous;
  for (const row of rows) {
    if (firstBrokenSequence !== undefined) break;
    checked += 1;
    const expected = newest.sequence + 1;
    if (row.sequence === expected && follows(row, newest))
      newest = { sequence: row.sequence, hash: row.hash, recordedAt: row.recordedAt };
    // Of a gap the missing sequence is reported, of a sequence that is there twice that one.
    else firstBrokenSequence = Math.min(expected, Math.max(row.sequence, 1));
  }
  return { checked, firstBrokenSequence, newest };
}

/** Completes a verification: only a comparison with the chain's head shows entries that were removed from the end. */
export function verifyHead(walked: Verification, head: Head): Verification {
  if (walked.firstBrokenSequence !== undefined) return walked;
  const { newest } = walked;
  if (newest.sequence !== head.sequence) {
    return { ...walked, firstBrokenSequence: Math.min(newest.sequence, head.sequence) + 1 };
  }
  // pg reads an infinite time as a number, which is no Date.
  const matches = newest.hash === head.hash && newest.recordedAt.getTime() === Number(head.recordedAt);
  return matches ? walked : { ...walked, firstBrokenSequence: Math.max(head.sequence, 1) };
}
