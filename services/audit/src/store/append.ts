import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import { internal } from '@patchbay/errors/failure';
import { type Appended, emptyChain, type Head, maxEarlyMs } from '../domain/chain.ts';
import type { Position } from '../domain/page.ts';

const insertEmpty = {
  name: 'chains begin',
  text: `insert into chain_heads (organization_id, sequence, hash)
         select id, $2, $3 from unnest($1::uuid[]) as organization (id)
         on conflict (organization_id) do nothing`,
};

const lock = {
  name: 'chain heads for update',
  text: `select organization_id as "organizationId", sequence, hash, recorded_at as "recordedAt" from chain_heads
         where organization_id = any ($1::uuid[]) order by organization_id for update`,
};

/** pg returns bigint as text. `Number()` is exact below 2^53, which no chain reaches. */
interface HeadRow {
  readonly organizationId: string;
  readonly sequence: string;
  readonly hash: string;
  readonly recordedAt: Date;
}

/**
 * The heads of these organizations' chains, created if missing, with their row locks held until commit. Locks are taken
 * in the order of the ids, so that transactions with overlapping sets cannot deadlock.
 */
export async function lockHeads(
  tx: Transaction,
  organizationIds: readonly string[],
): Promise<Map<string, Head>> {
  const ids = organizationIds.toSorted();
  await tx.query(insertEmpty, [ids, emptyChain.sequence, emptyChain.hash]);
  const rows = await tx.query<HeadRow>(lock, [ids]);
  return new Map(
    rows.map(({ organizationId, sequence, hash, recordedAt }) => [
      organizationId,
      { sequence: Number(sequence), hash, recordedAt },
    ]),
  );
}

const selectNewest = {
  name: 'newest entry',
  text: `select sequence, recorded_at as "recordedAt" from entries where organization_id = $1
         order by recorded_at desc, sequence desc limit 1`,
};

/** The position of the newest entry; undefined without entries. */
export async function findNewest(db: Queryable, organizationId: string): Promise<Position | undefined> {
  const [row] = await db.query<{ sequence: string; recordedAt: Date }>(selectNewest, [organizationId]);
  return row && { sequence: Number(row.sequence), recordedAt: row.recordedAt };
}

/** New entries of one organization's chain. */
export interface AppendedChain extends Appended {
  readonly organizationId: string;
}

export interface GivenEvent {
  readonly organizationId: string;
  readonly eventId: string;
  readonly occurredAt: Date;
}

export interface Recorded {
  /** Those of the events that the organization's chain already holds. */
  readonly events: readonly Pick<GivenEvent, 'organizationId' | 'eventId'>[];
  /** Entries that were recorded before this moment are removed: whether an older event was recorded is unknown. */
  readonly removedBefore: Date;
}

const selectRecorded = {
  name: 'recorded events',
  // One statement: it sees entries as they were removed or not, and the moment that says so.
  text: `select removed_before as "removedBefore", found.*
         from retention left join (
           select organization_id as "organizationId", event_id as "eventId" from entries
           where event_id = any ($1::uuid[]) and recorded_at >= $2
         ) found on true`,
};

/**
 * Looks in the partitions from the earliest moment on at which one of the events can have been recorded. The query looks for event
 * ids only; rows of other organizations, whose trails hold the same event about a person, are filtered out here.
 */
export async function findRecorded(tx: Transaction, events: readonly GivenEvent[]): Promise<Recorded> {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { occurredAt } of events) earliest = Math.min(earliest, occurredAt.getTime());
  const rows = await tx.query<{ removedBefore: Date; organizationId: string | null; eventId: string }>(
    selectRecorded,
    [[...new Set(events.map(({ eventId }) => eventId))], new Date(earliest - maxEarlyMs)],
  );
  const [first] = rows;
  // Without the row it is not known which entries were removed: a removed event could be recorded again.
  if (first === undefined) throw internal('retention has no row');
  const given = new Set(events.map(({ organizationId, eventId }) => `${organizationId} ${eventId}`));
  return {
    removedBefore: first.removedBefore,
    events: rows.flatMap(({ organizationId, eventId }) =>
      organizationId !== null && given.has(`${organizationId} ${eventId}`)
        ? [{ organizationId, eventId }]
        : [],
    ),
  };
}

const append = {
  name: 'append entries',
  text: `with appended as (
           insert into entries (organization_id, sequence, event_id, action, occurred_at, recorded_at,
                                actor_id, workspace_id, workspace_slug, target_type, target_id, entry, hash)
           select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[],
                                $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
         )
         update chain_heads head set sequence = moved.sequence, hash = moved.hash, recorded_at = moved.recorded_at
         from unnest($14::uuid[], $15::bigint[], $16::text[], $17::timestamptz[])
              as moved (organization_id, sequence, hash, recorded_at)
         where head.organization_id = moved.organization_id`,
};

/** Inserts the entries and updates the heads. The transaction must hold the row locks on the heads (`lockHeads`). */
export async function appendChains(tx: Transaction, chains: readonly AppendedChain[]): Promise<void> {
  const rows = chains.flatMap(({ organizationId, entries, head }) =>
    entries.map((entry) => ({ organizationId, recordedAt: head.recordedAt, ...entry })),
  );
  if (rows.length === 0) return;
  await tx.query(append, [
    rows.map(({ organizationId }) => organizationId),
    rows.map(({ sequence }) => sequence),
    rows.map(({ eventId }) => eventId),
    rows.map(({ columns }) => columns.action),
    rows.map(({ columns }) => columns.occurredAt),
    rows.map(({ recordedAt }) => recordedAt),
    rows.map(({ columns }) => columns.actorId),
    rows.map(({ columns }) => columns.workspaceId),
    rows.map(({ columns }) => columns.workspaceSlug),
    rows.map(({ columns }) => columns.targetType),
    rows.map(({ columns }) => columns.targetId),
    rows.map(({ text }) => text),
    rows.map(({ hash }) => hash),
    chains.map(({ organizationId }) => organizationId),
    chains.map(({ head }) => head.sequence),
    chains.map(({ head }) => head.hash),
    chains.map(({ head }) => head.recordedAt),
  ]);
}
