import type { Queryable } from '@patchbay/database/query';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { countWaiting } from '../store/dead-letters.ts';

/** The gauge stops there. */
const maxCount = 10_000;

export interface WaitingOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Sets the gauge of dead letters that wait for an operator. */
export const createWaitingGauge = ({ db, logger, clock }: WaitingOptions): Worker =>
  createWorker({
    name: 'count of dead letters',
    logger,
    clock,
    pollMs: 30_000,
    async round() {
      set('deadLettersWaiting', await countWaiting(db, maxCount));
      return false;
    },
  });
