import type { Transaction } from '@patchbay/database/transaction';
import { internal, unavailable } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';
import type { Entry } from '../domain/entry.ts';
import { takes } from '../domain/filter.ts';
import type { Dependencies } from '../rpc/dependencies.ts';
import { readTrail } from '../sending/read-trail.ts';
import { lockCursors, moveCursors, readCursors } from '../store/cursors.ts';
import { removeWorkspace } from '../store/deletion.ts';
import { insertDeliveries, type NewDelivery } from '../store/deliveries.ts';
import { wakeQueues } from '../store/queues.ts';
import { lockActiveWebhooks, renameWorkspaces } from '../store/webhooks.ts';

export type QueueParts = Pick<Dependencies, 'db' | 'transact' | 'audit'>;

/** An entry of a trail that has arrived. */
export interface Arrived {
  readonly organizationId: string;
  readonly entry: Entry;
  readonly traceparent?: string | undefined;
}

/** Entries before this one are missing. */
class GapFound extends Error {
  override readonly name = 'GapFound';
}

/** Milliseconds. An entry that is older than this may have been removed by retention before it arrived here. */
const maybeRemovedMs = 86_400_000;

const pageSize = 200;

const inOrder = (arrived: readonly Arrived[]): Map<string, Arrived[]> =>
  new Map(
    [...Map.groupBy(arrived, ({ organizationId }) => organizationId)].map(([id, own]) => [
      id,
      own.toSorted((a, b) => a.entry.sequence - b.entry.sequence),
    ]),
  );

/** Where the trail begins for this service, if it has no cursor: everything before is not for it. */
const beginningOf = (own: readonly Arrived[]): number => (own[0]?.entry.sequence ?? 1) - 1;

/** A part of a trail of which audit has told all entries: those after the one sequence, up to the other. */
interface Known {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Queues the deliveries of entries after the cursors, and moves the cursors. `known`, by organization: what is missing there was removed
 * by retention. Throws `GapFound` if other entries are missing.
 */
async function queue(
  tx: Transaction,
  arrived: readonly Arrived[],
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const byOrganization = inOrder(arrived);
  const cursors = await lockCursors(
    tx,
    new Map(
      [...byOrganization]
        .map(([id, own]) => [id, beginningOf(own)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );
  const moved = new Map<string, number>();
  const next = [...byOrganization].flatMap(([id, own]) => {
    let last = cursors.get(id) ?? 0;
    const isMissing = (sequence: number): boolean => {
      const { after, upTo } = known.get(id) ?? { after: 0, upTo: 0 };
      return sequence > last + 1 && (last < after || upTo < sequence - 1);
    };
    const fresh = own.filter(({ entry: { sequence } }) => {
      if (sequence <= last) return false;
      if (isMissing(sequence)) throw new GapFound();
      last = sequence;
      return true;
    });
    if (fresh.length > 0) moved.set(id, last);
    return fresh;
  });
  if (next.length === 0) return;
  await renameWorkspaces(tx, newNames(next));
  // Before the deliveries: webhooks that are filtered to a deleted workspace are gone, and do not get the entry about it.
  for (const { organizationId, entry } of next)
    if (entry.action === 'workspace.deleted' && isUuid(entry.target.id))
      await removeWorkspace(tx, organizationId, entry.target.id);
  const webhooks = Map.groupBy(
    await lockActiveWebhooks(tx, [...moved.keys()]),
    ({ organizationId }) => organizationId,
  );
  const deliveries = next.flatMap(({ organizationId, entry, traceparent }): NewDelivery[] =>
    (webhooks.get(organizationId) ?? [])
      .filter((webhook) => takes(webhook, entry))
      .map(({ id }) => ({ webhookId: id, entry, traceparent })),
  );
  await insertDeliveries(tx, deliveries);
  await wakeQueues(tx, [...new Set(deliveries.map(({ webhookId }) => webhookId))]);
  await moveCursors(tx, moved);
}

/** The last new name of each workspace that was renamed. */
const newNames = (arrived: readonly Arrived[]) => [
  ...new Map(
    arrived.flatMap(({ organizationId, entry: { action, target } }) =>
      action === 'workspace.updated' && isUuid(target.id)
        ? [[target.id, { organizationId, workspaceId: target.id, name: target.name }] as const]
        : [],
    ),
  ).values(),
];

/** Queues the deliveries of arrived entries: each once, however often it arrives, and none is left out. */
export function createQueueEntries({ db, transact, audit }: QueueParts) {
  /** Queues the entries between the cursor and an arrived entry, page by page. */
  const fillGap = async (organizationId: string, cursor: number, until: Entry): Promise<Known> => {
    for (let after = cursor; ; ) {
      const { entries, hasMore } = await readTrail(audit, {
        organizationId,
        afterSequence: after,
        limit: pageSize,
      });
      const missing = entries.filter(({ sequence }) => sequence < until.sequence);
      const last = entries.at(-1)?.sequence ?? after;
      const known = new Map([[organizationId, { after, upTo: last }]]);
      const arrived = missing.map((entry) => ({ organizationId, entry }));
      if (missing.length > 0) await transact('queue missed entries', (tx) => queue(tx, arrived, known));
      // Audit may read from a replica that is behind.
      if (
        !hasMore &&
        last < until.sequence &&
        db.now().getTime() - until.recordedAt.getTime() < maybeRemovedMs
      )
        throw unavailable('audit does not have the entries yet that a trail is missing');
      if (!hasMore || last >= until.sequence) return { after: cursor, upTo: until.sequence - 1 };
      if (last === after) throw internal('none of the next entries of a trail can be read');
      after = last;
    }
  };

  const fillGaps = async (byOrganization: ReadonlyMap<string, readonly Arrived[]>) => {
    const cursors = await readCursors(db, [...byOrganization.keys()]);
    const known = new Map<string, Known>();
    for (const [id, own] of byOrganization) {
      const cursor = cursors.get(id) ?? beginningOf(own);
      const sequences = [cursor, ...own.map(({ entry }) => entry.sequence)];
      const last = own.findLast(
        ({ entry: { sequence } }, index) =>
          sequence > cursor && sequence > Math.max(cursor, sequences[index] ?? 0) + 1,
      );
      if (last !== undefined) known.set(id, await fillGap(id, cursor, last.entry));
    }
    return known;
  };

  return async (arrived: readonly Arrived[]): Promise<void> => {
    for (;;) {
      try {
        const known = await fillGaps(inOrder(arrived));
        return await transact('queue entries', (tx) => queue(tx, arrived, known));
      } catch (error) {
        // Another process has begun the trail of an organization meanwhile, with an earlier entry.
        if (!(error instanceof GapFound)) throw error;
      }
    }
  };
}
