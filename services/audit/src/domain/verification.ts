import { emptyChain, type Head, hashOf } from './chain.ts';
import { type ChainedEntry, type Columns, columnsOf } from './entry.ts';

/** A row of the trail as it lies in the database, where anyone may have touched any part of it. */
export interface StoredEntry extends ChainedEntry {
  readonly sequence: number;
  readonly columns: Columns;
}

/** How far a walk along a chain has come. */
export interface Verification {
  /** Entries looked at, the one that shows a break included. */
  readonly checked: number;
  readonly firstBrokenSequence: number | undefined;
  readonly newest: Head;
}

export const notVerified: Verification = {
  checked: 0,
  firstBrokenSequence: undefined,
  newest: emptyChain,
};

const agrees = (columns: Columns, entry: StoredEntry['entry']): boolean =>
  Object.entries(columnsOf(entry)).every(([name, value]) => columns[name as keyof Columns] === value);

function follows({ sequence, entry, hash, columns }: StoredEntry, newest: Head): boolean {
  try {
    return (
      hashOf(entry) === hash &&
      entry.previousHash === newest.hash &&
      entry.sequence === sequence &&
      agrees(columns, entry)
    );
  } catch {
    // Whatever took the entry's place does not even have its shape.
    return false;
  }
}

/** Takes the walk on by the next rows, in the order of their sequence. Ends at the first break. */
export function verifyRows(begun: Verification, rows: readonly StoredEntry[]): Verification {
  let { checked, firstBrokenSequence, newest } = begun;
  for (const row of rows) {
    if (firstBrokenSequence !== undefined) break;
    checked += 1;
    const expected = newest.sequence + 1;
    // A gap is reported as the entry that is missing, not as the one after it.
    if (row.sequence !== expected) firstBrokenSequence = expected;
    else if (!follows(row, newest)) firstBrokenSequence = expected;
    else newest = { sequence: row.sequence, hash: row.hash };
  }
  return { checked, firstBrokenSequence, newest };
}

/** Ends the walk: what was removed from the end shows only against the chain's head. */
export function verifyHead(walked: Verification, head: Head): Verification {
  if (walked.firstBrokenSequence !== undefined) return walked;
  const { newest } = walked;
  if (newest.sequence !== head.sequence) {
    return { ...walked, firstBrokenSequence: Math.min(newest.sequence, head.sequence) + 1 };
  }
  return newest.hash === head.hash ? walked : { ...walked, firstBrokenSequence: Math.max(head.sequence, 1) };
}
