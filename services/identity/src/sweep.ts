import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { deleteExpired } from './store/expired.ts';

export interface SweepOptions {
  readonly db: Database;
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
export function createSweep({ db, logger, intervalMs = 600_000, batch = 500 }: SweepOptions): Component {
  const stopping = new AbortController();
  const { signal } = stopping;
  let looping: Promise<void> | undefined;

  const loop = async (): Promise<void> => {
    for (;;) {
      // Also before the first one: processes that start together do not sweep together.
      await sleep(intervalMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
      try {
        while (!signal.aborted && (await deleteExpired(db, batch)));
      } catch (error) {
        logger.warn({ err: error }, 'expired rows were not swept');
      }
      if (signal.aborted) return;
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
