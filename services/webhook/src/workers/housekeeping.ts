import type { Queryable } from '@patchbay/database/query';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { countAllPending, removeDeleted } from '../store/deliveries.ts';
import { readOldestDue } from '../store/queues.ts';

/** Milliseconds between two rounds. */
const pollMs = 15_000;

interface Options {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Removes the deliveries of deleted webhooks, some at a time, and then the webhooks. */
export const createRemoval = ({ db, logger, clock }: Options): Worker =>
  createWorker({ name: 'deleted webhooks', round: () => removeDeleted(db), pollMs, logger, clock });

/** Measures how many deliveries wait, and for how long. */
export const createDeliveryGauges = ({ db, logger, clock }: Options): Worker =>
  createWorker({
    name: 'waiting deliveries',
    async round() {
      set('backgroundOldest', await readOldestDue(db), { queue: 'deliveries' });
      set('webhookPending', await countAllPending(db));
      return false;
    },
    pollMs,
    logger,
    clock,
  });
