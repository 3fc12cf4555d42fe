import { canonicalForm } from './canonical.ts';
import { type Head, hashOf } from './chain.ts';
import { type ChainedEntry, type Columns, columnsOf, type Entry } from './entry.ts';

/** A row of the trail as read from the database. Any part of it may have been tampered with. */
export interface StoredEntry extends ChainedEntry {
  readonly sequence: number;
  readonly recordedAt: Date;
  readonly columns: Columns;
}

/** The result of verifying a chain up to `newest`. */
export interface Verification {
  /** Entries checked, including the one at which a break was found. */
  readonly checked: number;
  readonly firstBrokenSequence: number | undefined;
  readonly newest: Head;
}

/** Where a verification begins: after this entry, which is taken as it is. */
export const verificationAfter = (newest: Head): Verification => ({
  checked: 0,
  firstBrokenSequence: undefined,
  newest,
});

const columnsMatch = (columns: Columns, entry: Entry): boolean =>
  Object.entries(columnsOf(entry)).every(([name, value]) => columns[name as keyof Columns] === value);

/** The time of a row is that of its entry, or of the row before where that is later. */
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
    // The stored text does not have the shape of an entry.
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
    // Of a gap the missing sequence is reported, not the one that follows.
    if (row.sequence !== expected || !follows(row, newest)) firstBrokenSequence = expected;
    else newest = { sequence: row.sequence, hash: row.hash, recordedAt: row.recordedAt };
  }
  return { checked, firstBrokenSequence, newest };
}

/** Completes a verification: only a comparison with the chain's head shows entries that were removed from the end. */
export function verifyHead(walked: Verification, head: Pick<Head, 'sequence' | 'hash'>): Verification {
  if (walked.firstBrokenSequence !== undefined) return walked;
  const { newest } = walked;
  if (newest.sequence !== head.sequence) {
    return { ...walked, firstBrokenSequence: Math.min(newest.sequence, head.sequence) + 1 };
  }
  return newest.hash === head.hash ? walked : { ...walked, firstBrokenSequence: Math.max(head.sequence, 1) };
}
