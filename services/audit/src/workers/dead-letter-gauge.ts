import type { Queryable } from '@patchbay/database/query';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker } from '@patchbay/worker/worker';
import { countWaiting } from '../store/dead-letters.ts';

/** The gauge stops there. */
const maxCount = 10_000;

export interface WaitingOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Milliseconds between two counts. Default 30 s. */
  readonly pollMs?: number;
}

/** Sets the gauge of dead letters that wait for an operator. */
export const createWaitingGauge = ({ db, logger, pollMs = 30_000 }: WaitingOptions): Component =>
  createWorker({
    name: 'count of dead letters',
    logger,
    pollMs,
    async round() {
      set('deadLettersWaiting', await countWaiting(db, maxCount));
      return false;
    },
  });
