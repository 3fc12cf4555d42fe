import type { Queryable } from '@patchbay/database/queryable';
import type { Entry } from '../domain/entry.ts';
import type { StoredEntry } from '../domain/verification.ts';

/** Rows per query: enough to save round trips, few enough that hashing a page does not block the event loop for long. */
const pageSize = 500;

const next = {
  name: 'entries walk',
  text: `select sequence, id, action, occurred_at as "occurredAt", recorded_at as "recordedAt", actor_id as "actorId",
                workspace_slug as "workspaceSlug", target_type as "targetType", target_id as "targetId", entry, hash
         from entries where organization_id = $1 and sequence > $2 and sequence <= $3 order by sequence limit ${pageSize}`,
};

interface Row {
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

const storedEntry = ({ sequence, entry, hash, occurredAt, recordedAt, ...columns }: Row): StoredEntry => ({
  sequence: Number(sequence),
  entry,
  hash,
  columns: { ...columns, occurredAt: occurredAt.toISOString(), recordedAt: recordedAt.toISOString() },
});

/** All entries up to `lastSequence`, oldest first, in pages; also rows that tampering gave a sequence below 1. */
export async function* walkEntries(
  db: Queryable,
  organizationId: string,
  lastSequence: number,
): AsyncGenerator<StoredEntry[]> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db.query<Row>(next, [organizationId, after, lastSequence]);
    const page = rows.map(storedEntry);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.sequence ?? lastSequence;
  }
}
