import type { Queryable } from '@patchbay/database/query';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { watch } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { answerChange, unansweredMinutes } from '../store/sent-changes.ts';

/** A change that was noted, by what finds it again where its status is lost. */
export interface NotedChange {
  /** Of the note, and of its event. */
  readonly id: string;
  readonly organizationId: string;
  readonly integrationId: string;
  readonly requestId: string | null;
}

interface AnsweredChange extends NotedChange {
  /** By `uptime` of the clock. */
  readonly notedAt: number;
  readonly status: number;
}

export interface ChangeStatuses {
  /**
   * For a change that was noted just now. What it returns writes the status of the change; null: it will never be known. That resolves
   * after the first attempt, and never rejects: a status that could not be written is kept and written later.
   */
  readonly writerFor: (change: NotedChange) => (status: number | null) => Promise<void>;
  readonly component: Worker;
}

export interface ChangeStatusesOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Statuses that are kept at most, some hundred bytes each; the oldest is given up for another one. Default 10,000. */
  readonly maxKept?: number;
  /** The longest wait between two attempts, milliseconds. Default 2,000, much less than the grace of overdue changes. */
  readonly retryMs?: number;
  /** Milliseconds that a stop waits for the attempt that is running. Default 500. */
  readonly lastAttemptMs?: number;
  readonly clock?: Clock;
}

/**
 * Writes the status of each relayed change. While Postgres is away it keeps them in memory, and writes them when it is back. It keeps them
 * as long as the process lives: their notes wait in Postgres meanwhile. A process that drains goes on until its deadline.
 */
export function createChangeStatuses({
  db,
  logger,
  maxKept = 10_000,
  retryMs = 2_000,
  lastAttemptMs = 500,
  clock = systemClock,
}: ChangeStatusesOptions): ChangeStatuses {
  /** Those whose first attempt runs, and those that are kept. */
  const unwritten = new Set<AnsweredChange>();
  /** Oldest first. */
  const kept = new Set<AnsweredChange>();
  let isStopped = false;

  const forget = (change: AnsweredChange): void => {
    unwritten.delete(change);
    kept.delete(change);
  };

  const lose = (change: AnsweredChange, reason: 'note_gone' | 'too_many' | 'stopped'): void => {
    forget(change);
    const { id, organizationId, integrationId: integration, requestId, status } = change;
    logger.error(
      { change: id, organizationId, integration, requestId, status, reason },
      'status of a relayed change was lost',
    );
  };

  /** A note that is gone before it can be overdue was answered by an attempt whose acknowledgement was lost. */
  const attempt = async (change: AnsweredChange): Promise<void> => {
    const isFound = await answerChange(db, change.id, change.status);
    if (isFound || clock.uptime() - change.notedAt < unansweredMinutes * 60_000) forget(change);
    else lose(change, 'note_gone');
  };

  const worker = createWorker({
    name: 'statuses of relayed changes',
    async round(signal) {
      for (const change of kept) {
        if (signal.aborted) break;
        await attempt(change);
      }
      return false;
    },
    pollMs: retryMs,
    backoff: { max: retryMs },
    atDrain: 'insist',
    logger,
    clock,
  });

  const keep = (change: AnsweredChange): void => {
    // The stop has logged it.
    if (!unwritten.has(change)) return;
    if (isStopped) return lose(change, 'stopped');
    const [oldest] = kept;
    if (kept.size >= maxKept && oldest !== undefined) lose(oldest, 'too_many');
    kept.add(change);
    worker.wake();
  };

  return {
    writerFor(noted) {
      const notedAt = clock.uptime();
      return async (status) => {
        if (status === null) {
          // Not kept: an overdue change is recorded without a status all the same.
          await answerChange(db, noted.id, null).catch(() => {});
          return;
        }
        const change = { ...noted, notedAt, status };
        unwritten.add(change);
        await attempt(change).catch(() => keep(change));
      };
    },
    component: {
      ...worker,
      async start() {
        watch('relayStatusesKept', {}, () => kept.size);
        await worker.start();
      },
      async stop() {
        const stopped = worker.stop();
        await inTime(stopped, clock.deadline(lastAttemptMs));
        isStopped = true;
        for (const change of unwritten) lose(change, 'stopped');
        await stopped;
      },
    },
  };
}
