import type { Head } from '../domain/chain.ts';
import { type ChainedEntry, columnsOf } from '../domain/entry.ts';
import type { Tx } from './transaction.ts';

/** New entries of one organization's chain, and the head after them. */
export interface Appended {
  readonly organizationId: string;
  readonly entries: readonly (ChainedEntry & { readonly eventId: string })[];
  readonly head: Head;
}

const selectRecorded = {
  name: 'recorded events',
  text: `select organization_id as "organizationId", event_id as "eventId" from entries
         join unnest($1::uuid[], $2::uuid[]) as given (organization_id, event_id) using (organization_id, event_id)`,
};

/** Those of the events that the organization's chain already holds. */
export function findRecorded(
  tx: Tx,
  events: readonly { readonly organizationId: string; readonly eventId: string }[],
): Promise<{ organizationId: string; eventId: string }[]> {
  return tx.query(selectRecorded, [
    events.map(({ organizationId }) => organizationId),
    events.map(({ eventId }) => eventId),
  ]);
}

const append = {
  name: 'append entries',
  text: `with appended as (
           insert into entries (organization_id, sequence, id, event_id, action, occurred_at, recorded_at,
                                actor_id, workspace_slug, target_type, target_id, entry, hash)
           select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[],
                                $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[], $12::jsonb[],
                                $13::text[])
         )
         update chain_heads head set sequence = moved.sequence, hash = moved.hash
         from unnest($14::uuid[], $15::bigint[], $16::text[]) as moved (organization_id, sequence, hash)
         where head.organization_id = moved.organization_id`,
};

/** Inserts the entries and updates the heads. The transaction must hold the row locks on the heads (`lockHeads`). */
export async function appendChains(tx: Tx, chains: readonly Appended[]): Promise<void> {
  const rows = chains.flatMap(({ organizationId, entries }) =>
    entries.map(({ eventId, entry, hash }) => ({
      organizationId,
      eventId,
      entry,
      hash,
      columns: columnsOf(entry),
    })),
  );
  if (rows.length === 0) return;
  await tx.query(append, [
    rows.map(({ organizationId }) => organizationId),
    rows.map(({ entry }) => entry.sequence),
    rows.map(({ columns }) => columns.id),
    rows.map(({ eventId }) => eventId),
    rows.map(({ columns }) => columns.action),
    rows.map(({ columns }) => columns.occurredAt),
    rows.map(({ columns }) => columns.recordedAt),
    rows.map(({ columns }) => columns.actorId),
    rows.map(({ columns }) => columns.workspaceSlug),
    rows.map(({ columns }) => columns.targetType),
    rows.map(({ columns }) => columns.targetId),
    rows.map(({ entry }) => JSON.stringify(entry)),
    rows.map(({ hash }) => hash),
    chains.map(({ organizationId }) => organizationId),
    chains.map(({ head }) => head.sequence),
    chains.map(({ head }) => head.hash),
  ]);
}
