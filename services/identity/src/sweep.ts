import type { Queryable } from '@patchbay/database/query';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { deleteExpired } from './store/expired.ts';

export interface SweepOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Milliseconds between two sweeps on average. Default 10 min. */
  readonly intervalMs?: number;
  /** Rows deleted by one statement. Default 500, so that row locks are held only briefly. */
  readonly batch?: number;
}

/**
 * Deletes expired sessions, sign-in links and device authorizations, to bound the size of their tables: every read already
 * ignores them. Records no events. Any number of processes may run it at once.
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
