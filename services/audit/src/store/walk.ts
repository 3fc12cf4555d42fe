import type { Queryable } from '@patchbay/database/queryable';
import type { Head } from '../domain/chain.ts';
import type { Position } from '../domain/position.ts';
import type { StoredEntry } from '../domain/verification.ts';
import { type Bounded, oldestFirst, withinBytes } from './within-bytes.ts';

/**
 * Rows and bytes per query: few enough that parsing and hashing a page blocks the event loop for few milliseconds. A single
 * entry may be larger; the largest that can be published takes about ten.
 */
const pageSize = 100;
const maxPageBytes = 256 * 1024;

const next = {
  name: 'entries walk',
  text: withinBytes({
    columns: `sequence, recorded_at as "recordedAt", action, occurred_at as "occurredAt", actor_id as "actorId",
              workspace_slug as "workspaceSlug", target_type as "targetType", target_id as "targetId", entry as text, hash`,
    where: 'organization_id = $1 and recorded_at >= $2 and (recorded_at, sequence) > ($2, $3)',
    order: oldestFirst,
    limit: String(pageSize),
    maxBytes: maxPageBytes,
  }),
};

interface Row extends Bounded {
  readonly sequence: string;
  readonly recordedAt: Date;
  readonly action: string;
  readonly occurredAt: Date;
  readonly actorId: string | null;
  readonly workspaceSlug: string | null;
  readonly targetType: string;
  readonly targetId: string;
  readonly text: string;
  readonly hash: string;
}

const storedEntry = ({
  sequence,
  recordedAt,
  text,
  hash,
  occurredAt,
  followed: _followed,
  ...columns
}: Row): StoredEntry => ({
  sequence: Number(sequence),
  recordedAt,
  text,
  hash,
  columns: { ...columns, occurredAt: occurredAt.toISOString() },
});

/** The entries after a position, oldest first, in pages; each is one query, made when the reader asks for it. */
export async function* walkEntries(
  db: Queryable,
  organizationId: string,
  after: Position,
): AsyncGenerator<StoredEntry[]> {
  let position = after;
  for (;;) {
    const rows = await db.query<Row>(next, [organizationId, position.recordedAt, position.sequence]);
    const page = rows.map(storedEntry);
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (end === undefined || (page.length < pageSize && rows.at(-1)?.followed !== true)) return;
    position = end;
  }
}

const selectEntry = {
  name: 'entry by sequence',
  text: `select sequence, hash, recorded_at as "recordedAt" from entries where organization_id = $1 and sequence = $2`,
};

/** One entry as the head of what is before it; undefined where there is no such entry. */
export async function findEntry(
  db: Queryable,
  organizationId: string,
  sequence: number,
): Promise<Head | undefined> {
  const [row] = await db.query<{ hash: string; recordedAt: Date }>(selectEntry, [organizationId, sequence]);
  return row && { sequence, hash: row.hash, recordedAt: row.recordedAt };
}
