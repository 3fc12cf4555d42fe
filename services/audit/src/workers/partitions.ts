import type { Queryable } from '@patchbay/database/query';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker } from '@patchbay/worker/worker';
import { monthAt, monthsAhead } from '../domain/month.ts';
import { createPartitions, findPartitions } from '../store/partitions.ts';

export interface PartitionsOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Default 1 hour. */
  readonly pollMs?: number;
  /** Milliseconds of the first wait after a failure. Default 1 s; it doubles up to a minute. */
  readonly retryMs?: number;
  readonly now?: () => Date;
}

/** Months after the current one that have a partition: an installation that creates none for so long has been warned for months. */
const wantedAhead = 3;

/**
 * Creates the partitions of the next months, in each process of the service; Postgres lets one process at a time create them.
 * Events of a month without a partition fail and are delivered again, so `trouble` reports a missing partition of this month.
 */
export function createPartitionsAhead({
  db,
  logger,
  pollMs = 3_600_000,
  retryMs = 1_000,
  now = () => new Date(),
}: PartitionsOptions): Component {
  let known: ReadonlySet<string> | undefined;

  const lookUp = async (): Promise<void> => {
    known = await findPartitions(db);
    set('partitionsAhead', monthsAhead(known, now()));
  };

  const worker = createWorker({
    name: 'partitions',
    async round() {
      try {
        const created = await createPartitions(db, now(), monthAt(now(), wantedAhead).begin);
        for (const partition of created) logger.info({ partition }, 'created a partition of the trail');
      } finally {
        await lookUp();
      }
      return false;
    },
    pollMs,
    backoff: { min: retryMs, max: 60_000 },
    logger,
  });

  return {
    ...worker,
    trouble() {
      const { partition } = monthAt(now());
      if (known?.has(partition)) return undefined;
      const reason = worker.trouble?.();
      return known === undefined
        ? reason
        : `there is no partition ${partition}${reason ? `: ${reason}` : ''}`;
    },
  };
}
