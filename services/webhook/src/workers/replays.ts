import type { Worker } from '@patchbay/worker/worker';
import { createWorker } from '@patchbay/worker/worker';
import { NIL } from 'uuid';
import { takes } from '../domain/filter.ts';
import type { Dependencies } from '../rpc/dependencies.ts';
import { readTrail } from '../sending/read-trail.ts';
import { insertReplayed } from '../store/deliveries.ts';
import { wakeQueues } from '../store/queues.ts';
import {
  endReplay,
  isEndless,
  listDueReplays,
  moveReplay,
  type Replay,
  replayedAtOnce,
} from '../store/replays.ts';
import { lockWebhook, turnOfWebhook } from '../store/webhooks.ts';

export type ReplayParts = Pick<Dependencies, 'db' | 'transact' | 'audit' | 'logger' | 'clock'>;

/** Milliseconds between two pages of a replay. */
const pageMs = 5_000;

/**
 * Queues entries that webhooks get once more, a page at a time: the next page after five seconds at the earliest, and only when fewer than
 * 100 of them wait. A replay that fails is tried again in the next round, and holds up no other.
 */
export function createReplayWorker(parts: ReplayParts): Worker {
  const { db, transact, audit, logger, clock } = parts;
  let afterWebhookId: string = NIL;

  const queuePage = async (replay: Replay, signal: AbortSignal): Promise<void> => {
    const { webhookId: id, organizationId, afterSequence, untilSequence } = replay;
    const { entries, hasMore } = await readTrail(audit, {
      organizationId,
      afterSequence,
      limit: replayedAtOnce,
      signal,
    });
    const asked = entries.filter(({ sequence }) => sequence <= untilSequence);
    const last = asked.at(-1)?.sequence ?? afterSequence;
    // Audit may read at a replica that is behind: what the cursor has seen will be there.
    const isDone = asked.length < entries.length || last >= untilSequence || (!hasMore && isEndless(replay));
    await transact({ name: 'replay entries', turn: turnOfWebhook(id) }, async (tx) => {
      const webhook = await lockWebhook(tx, { id, organizationId });
      if (webhook === undefined || webhook.status === 'disabled') return;
      if (!(await moveReplay(tx, replay, last, pageMs))) return;
      const taken = asked.filter((entry) => takes(webhook, entry));
      await insertReplayed(
        tx,
        taken.map((entry) => ({ webhookId: id, entry })),
      );
      if (isDone) await endReplay(tx, replay, last);
      if (taken.length > 0) await wakeQueues(tx, [id]);
    });
  };

  return createWorker({
    name: 'replays',
    async round(signal) {
      const due = await listDueReplays(db, afterWebhookId);
      for (const replay of due) {
        if (signal.aborted) return false;
        await queuePage(replay, signal).catch((error: unknown) => {
          if (!signal.aborted)
            logger.warn({ err: error, webhook: replay.webhookId }, 'replay of a webhook failed, retrying');
        });
      }
      const isEnd = due.length === 0;
      afterWebhookId = due.at(-1)?.webhookId ?? NIL;
      return !isEnd;
    },
    pollMs: 1_000,
    idleMs: 10_000,
    logger,
    clock,
  });
}
