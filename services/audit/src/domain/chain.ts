import { hash as digest } from 'node:crypto';
import { canonicalForm } from '@patchbay/trail/canonical';
import { v7 } from 'uuid';
import { type ChainedEntry, type Columns, columnsOf, entryOf, type TrailEvent } from './entry.ts';

/** The newest entry of a chain. */
export interface Head {
  readonly sequence: number;
  readonly hash: string;
  readonly recordedAt: Date;
}

/** The head of a chain without entries. */
export const emptyChain: Head = { sequence: 0, hash: '0'.repeat(64), recordedAt: new Date(0) };

/** Lower-case hex SHA-256 of an entry in RFC 8785 form. */
export const hashOf = (text: string): string => digest('sha256', text);

/**
 * Milliseconds by which an event may be ahead of the clock of this service. An entry is never recorded longer before its event
 * occurred: that is how far back an event is looked for, and a page that begins at a moment.
 */
export const maxEarlyMs = 86_400_000;

/**
 * Whether a head is further ahead of the clock than clocks of processes ever differ. `appendEntries` would record at its time, which
 * somebody may have written into the stored head: every later entry would carry it.
 */
export const isAheadOf = (now: Date, { recordedAt }: Head): boolean =>
  // pg reads an infinite time as a number, and one that JavaScript does not know as NaN.
  !(Number(recordedAt) - now.getTime() <= maxEarlyMs);

export interface NewEntry extends ChainedEntry {
  readonly id: string;
  readonly eventId: string;
  readonly sequence: number;
  readonly columns: Columns;
}

export interface Appended {
  readonly entries: readonly NewEntry[];
  readonly head: Head;
}

export interface AppendOptions {
  readonly now: Date;
  /** Default: a new UUIDv7 for each entry. */
  readonly createId?: () => string;
}

/**
 * Continues a chain with events in the order given. They are recorded now, or at the time of the previous entry if the clock has
 * gone back: `recordedAt` never goes back along a chain.
 */
export function appendEntries(
  head: Head,
  events: readonly TrailEvent[],
  { now, createId = v7 }: AppendOptions,
): Appended {
  const recordedAt = now > head.recordedAt ? now : head.recordedAt;
  let newest = head;
  const entries = events.map((event) => {
    const entry = entryOf(event, createId(), recordedAt, newest);
    const text = canonicalForm(entry);
    newest = { sequence: entry.sequence, hash: hashOf(text), recordedAt };
    return {
      id: entry.id,
      eventId: event.id,
      sequence: entry.sequence,
      text,
      hash: newest.hash,
      columns: columnsOf(entry),
    };
  });
  return { entries, head: newest };
}
