import type { Queryable } from '@patchbay/database/queryable';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { deleteExpired } from './store/expired.ts';

export interface SweepOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Between two sweeps on average. Default 10 min. */
  readonly intervalMs?: number;
  /** Rows of a table deleted by one statement. Default 500: no lock is held for long. */
  readonly batch?: number;
}

/**
 * Deletes sessions, links and device authorizations that have expired. Every read refuses those anyway: this is for the
 * size of the tables, and no event tells of it. Any number of processes may run it.
 */
export const createSweep = ({ db, logger, intervalMs = 600_000, batch = 500 }: SweepOptions): Component =>
  createWorker({
    name: 'sweep',
    round: () => deleteExpired(db, batch),
    pollMs: intervalMs,
    jitter: true,
    backoff: { max: intervalMs },
    logger,
  });
