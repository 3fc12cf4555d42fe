import type { Queryable } from '@patchbay/database/query';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { readOldestDue } from '../store/due-work.ts';

interface DueWorkAgeOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly pollMs: number;
  readonly clock: Clock;
}

/**
 * Measures how late the background is. A worker of its own, because the other workers do not poll while all their slots are
 * taken.
 */
export const createDueWorkAge = ({ db, logger, pollMs, clock }: DueWorkAgeOptions): Worker =>
  createWorker({
    name: 'age of due work',
    async round() {
      for (const [queue, seconds] of Object.entries(await readOldestDue(db)))
        set('backgroundOldest', seconds, { queue });
      return false;
    },
    pollMs,
    logger,
    clock,
  });
