import type { Queryable } from '@patchbay/database/queryable';
import type { Entry } from '../domain/entry.ts';
import type { StoredEntry } from '../domain/verification.ts';
import { type Bounded, withinBytes } from './within-bytes.ts';

/**
 * Rows and bytes per query: few enough that parsing and hashing a page blocks the event loop for few milliseconds. A single
 * entry may be larger; the largest that can be published takes about ten.
 */
const pageSize = 100;
const maxPageBytes = 256 * 1024;

const next = {
  name: 'entries walk',
  text: withinBytes({
    columns: `sequence, id, action, occurred_at as "occurredAt", recorded_at as "recordedAt", actor_id as "actorId",
              workspace_slug as "workspaceSlug", target_type as "targetType", target_id as "targetId", entry, hash`,
    where: 'organization_id = $1 and sequence > $2 and sequence <= $3',
    order: 'sequence',
    limit: String(pageSize),
    maxBytes: maxPageBytes,
  }),
};

interface Row extends Bounded {
  readonly sequence: string;
  readonly id: string;
  readonly action: string;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  readonly actorId: string | null;
  readonly workspaceSlug: string | null;
  readonly targetType: string;
  readonly targetId: string;
  readonly entry: Entry;
  readonly hash: string;
}

const storedEntry = ({
  sequence,
  entry,
  hash,
  occurredAt,
  recordedAt,
  followed: _followed,
  ...columns
}: Row): StoredEntry => ({
  sequence: Number(sequence),
  entry,
  hash,
  columns: { ...columns, occurredAt: occurredAt.toISOString(), recordedAt: recordedAt.toISOString() },
});

export interface Stretch {
  /** The sequence before the first. `Number.MIN_SAFE_INTEGER`: also rows that tampering gave a sequence below 1. */
  readonly after: number;
  readonly last: number;
}

/** The entries of the stretch, oldest first, in pages; each is one query, made when the reader asks for it. */
export async function* walkEntries(
  db: Queryable,
  organizationId: string,
  { after, last }: Stretch,
): AsyncGenerator<StoredEntry[]> {
  let position = after;
  for (;;) {
    const rows = await db.query<Row>(next, [organizationId, position, last]);
    const page = rows.map(storedEntry);
    if (page.length > 0) yield page;
    if (page.length < pageSize && rows.at(-1)?.followed !== true) return;
    position = page.at(-1)?.sequence ?? last;
  }
}

const selectHash = {
  name: 'entry hash',
  text: 'select hash from entries where organization_id = $1 and sequence = $2',
};

/** The stored hash of one entry; undefined where there is no such entry. */
export async function findHash(
  db: Queryable,
  organizationId: string,
  sequence: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(selectHash, [organizationId, sequence]);
  return row?.hash;
}
