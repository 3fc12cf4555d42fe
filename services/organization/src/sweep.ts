import type { Queryable } from '@patchbay/database/query';
import { deleteExpiredAnswers } from '@patchbay/idempotency/sweep';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { deleteExpiredSignUps } from './store/sign-ups.ts';

export interface SweepOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Average time between two sweeps. Default one hour. */
  readonly intervalMs?: number;
}

/**
 * Deletes parked sign-ups and answers to idempotency keys that have expired, to bound the size of their tables: every read
 * already ignores them, so no event is recorded. Safe to run in several processes at once.
 */
export const createSweep = ({ db, logger, intervalMs = 3_600_000 }: SweepOptions): Component =>
  createWorker({
    name: 'sweep',
    async round() {
      await deleteExpiredSignUps(db);
      return deleteExpiredAnswers(db);
    },
    pollMs: intervalMs,
    jitter: true,
    backoff: { max: intervalMs },
    logger,
  });
