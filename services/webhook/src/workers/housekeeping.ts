import type { Queryable } from '@patchbay/database/query';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker } from '@patchbay/worker/worker';
import { countAllPending, removeDeleted } from '../store/deliveries.ts';
import { readOldestDue } from '../store/queues.ts';

interface Options {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly pollMs?: number;
}

/** Removes the deliveries of deleted webhooks, some at a time, and then the webhooks. */
export const createRemoval = ({ db, logger, pollMs = 15_000 }: Options): Component =>
  createWorker({ name: 'deleted webhooks', round: () => removeDeleted(db), pollMs, logger });

/** Measures how many deliveries wait, and for how long. */
export const createDeliveryGauges = ({ db, logger, pollMs = 15_000 }: Options): Component =>
  createWorker({
    name: 'waiting deliveries',
    async round() {
      set('backgroundOldest', await readOldestDue(db), { queue: 'deliveries' });
      set('webhookPending', await countAllPending(db));
      return false;
    },
    pollMs,
    logger,
  });
