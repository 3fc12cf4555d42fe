import type { Database } from '@patchbay/database/pool';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { set } from '@patchbay/telemetry/metrics';
import { createWorker, type Worker } from '@patchbay/worker/worker';

/** Mails that are looked at: the gauges stop there. */
const maxCount = 10_000;

/** In the order of the index `mails_due`. */
const countWaiting = {
  name: 'mails-waiting',
  text: `select count(*)::int as number,
    greatest(0, coalesce(extract(epoch from $2::timestamptz - min(created_at)), 0))::float8 as oldest
  from (select created_at from mails where failed_at is null order by next_attempt_at limit $1) as waiting`,
};

export interface WaitingMailsOptions {
  readonly database: Pick<Database, 'queryWithoutSpan'>;
  readonly schema: string;
  readonly logger: Logger;
  /** Milliseconds between two counts. Default 15 s. */
  readonly pollMs?: number;
  readonly clock?: Clock;
}

/**
 * Tells as gauges how many mails wait to be sent, and for how long. Apart from the worker that sends them, which does not poll
 * while all of its slots are taken.
 */
export const createWaitingMails = ({
  database,
  schema: context,
  logger,
  pollMs = 15_000,
  clock = systemClock,
}: WaitingMailsOptions): Worker =>
  createWorker({
    name: `count of mails of ${context}`,
    async round() {
      const [counted] = await database.queryWithoutSpan<{ number: number; oldest: number }>(countWaiting, [
        maxCount,
        clock.now(),
      ]);
      set('mailsWaiting', counted?.number ?? 0, { context });
      set('mailsOldest', counted?.oldest ?? 0, { context });
      return false;
    },
    pollMs,
    logger,
    clock,
  });
