import type { Queryable } from '@patchbay/database/query';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { monthAt, monthsAhead } from '../domain/month.ts';
import { createPartitions, findPartitions } from '../store/partitions.ts';

export interface PartitionsOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Months after the current one that have a partition: an installation that creates none for so long has been warned for months. */
const wantedAhead = 3;

/**
 * Creates the partitions of the next months, in each process of the service; Postgres lets one process at a time create them.
 * Events of a month without a partition fail and are delivered again, so `trouble` reports a missing partition of this month.
 */
export function createPartitionsAhead({ db, logger, clock }: PartitionsOptions): Worker {
  let known: ReadonlySet<string> | undefined;

  const lookUp = async (): Promise<void> => {
    known = await findPartitions(db);
    set('partitionsAhead', monthsAhead(known, clock.now()));
  };

  const worker = createWorker({
    name: 'partitions',
    async round() {
      try {
        const created = await createPartitions(db, clock.now(), monthAt(clock.now(), wantedAhead).begin);
        for (const partition of created) logger.info({ partition }, 'created a partition of the trail');
      } finally {
        await lookUp();
      }
      return false;
    },
    pollMs: 3_600_000,
    backoff: { min: 1_000, max: 60_000 },
    logger,
    clock,
  });

  return {
    ...worker,
    trouble() {
      const { partition } = monthAt(clock.now());
      if (known?.has(partition)) return undefined;
      const reason = worker.trouble?.();
      return known === undefined
        ? reason
        : `there is no partition ${partition}${reason ? `: ${reason}` : ''}`;
    },
  };
}
