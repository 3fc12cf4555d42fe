import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from '@patchbay/worker/worker';

/** How a worker of organizations is run. */
export interface OrganizationWorkerOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Milliseconds between two looks for organizations that are due. Default 15 s. */
  readonly pollMs?: number;
}

/**
 * Works on one organization after the other. `work` takes one that is not in `failed`, adds it there if that fails, and returns false
 * if none is due. One that fails is tried again when the others are done.
 */
export function createOrganizationWorker(
  name: string,
  work: (failed: Set<string>) => Promise<boolean>,
  { logger, clock = systemClock, pollMs = 15_000 }: OrganizationWorkerOptions,
): Worker {
  const failed = new Set<string>();
  const round = async (): Promise<boolean> => {
    const before = failed.size;
    try {
      const more = await work(failed);
      if (!more) failed.clear();
      return more;
    } catch (error) {
      // Otherwise nothing was found: the worker waits before it looks again.
      if (failed.size === before) throw error;
      logger.warn({ err: error }, `${name} failed, retrying`);
      return true;
    }
  };
  return createWorker({ name, round, pollMs, logger, clock });
}
