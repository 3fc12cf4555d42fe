import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { deleteExpiredSignUps } from './store/sign-ups.ts';

export interface SweepOptions {
  readonly db: Database;
  readonly logger: Logger;
  /** Between two sweeps on average. Default an hour. */
  readonly intervalMs?: number;
}

/**
 * Deletes parked sign-ups that have expired. Every read refuses those anyway: this is for the size of the table, and no
 * event tells of it. Any number of processes may run it.
 */
export function createSweep({ db, logger, intervalMs = 3_600_000 }: SweepOptions): Component {
  const stopping = new AbortController();
  const { signal } = stopping;
  let looping: Promise<void> | undefined;

  const loop = async (): Promise<void> => {
    for (;;) {
      // Also before the first one: processes that start together do not sweep together.
      await sleep(intervalMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await deleteExpiredSignUps(db);
      } catch (error) {
        logger.warn({ err: error }, 'expired sign-ups were not swept');
      }
    }
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    await looping;
  };
  return {
    name: 'sweep',
    start() {
      looping ??= loop();
      return Promise.resolve();
    },
    drain: stop,
    stop,
  };
}
