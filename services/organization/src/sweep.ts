import type { Queryable } from '@patchbay/database/queryable';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { deleteExpiredSignUps } from './store/sign-ups.ts';

export interface SweepOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Between two sweeps on average. Default an hour. */
  readonly intervalMs?: number;
}

/**
 * Deletes parked sign-ups that have expired. Every read refuses those anyway: this is for the size of the table, and no
 * event tells of it. Any number of processes may run it.
 */
export const createSweep = ({ db, logger, intervalMs = 3_600_000 }: SweepOptions): Component =>
  createWorker({
    name: 'sweep',
    async round() {
      await deleteExpiredSignUps(db);
      return false;
    },
    pollMs: intervalMs,
    jitter: true,
    backoff: { max: intervalMs },
    logger,
  });
