import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { v7 } from 'uuid';
import type { ChainedEntry, Entry, TrailEvent } from './entry.ts';

/** Sequence and hash of the newest entry of a chain. */
export interface Head {
  readonly sequence: number;
  readonly hash: string;
}

/** The head of a chain without entries. */
export const emptyChain: Head = { sequence: 0, hash: '0'.repeat(64) };

export function hashOf(entry: Entry): string {
  const form = canonicalize(entry);
  if (form === undefined) throw new TypeError('this has no JSON form');
  return createHash('sha256').update(form, 'utf8').digest('hex');
}

export interface AppendOptions {
  readonly now: Date;
  /** Default: a new UUIDv7 for each entry. */
  readonly createId?: () => string;
}

/** Continues a chain with events in the order given. */
export function appendEntries(
  head: Head,
  events: readonly TrailEvent[],
  { now, createId = v7 }: AppendOptions,
): { readonly entries: readonly (ChainedEntry & { readonly eventId: string })[]; readonly head: Head } {
  let newest = head;
  const entries = events.map(({ id: eventId, occurredAt, ...event }) => {
    const entry: Entry = {
      id: createId(),
      ...event,
      occurredAt: occurredAt.toISOString(),
      recordedAt: now.toISOString(),
      sequence: newest.sequence + 1,
      previousHash: newest.hash,
    };
    newest = { sequence: entry.sequence, hash: hashOf(entry) };
    return { eventId, entry, hash: newest.hash };
  });
  return { entries, head: newest };
}
