import type { Queryable } from '@patchbay/database/query';
import { deleteExpiredAnswers } from '@patchbay/idempotency/sweep';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { deleteExpiredStates } from './store/expired-states.ts';

export interface SweepOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Average time between two sweeps. Default one hour. */
  readonly intervalMs?: number;
}

/**
 * Deletes used states of consents and answers to idempotency keys that have expired, to bound the size of their tables: a state
 * that has expired is refused before it is looked up. Safe to run in several processes at once.
 */
export const createSweep = ({ db, logger, intervalMs = 3_600_000 }: SweepOptions): Component =>
  createWorker({
    name: 'sweep',
    async round() {
      const moreStates = await deleteExpiredStates(db);
      const moreAnswers = await deleteExpiredAnswers(db);
      return moreStates || moreAnswers;
    },
    pollMs: intervalMs,
    jitter: true,
    backoff: { max: intervalMs },
    logger,
  });
