import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from './worker.ts';

/** Rows that have an expiry time; every read ignores them after it. */
export interface ExpiredRows {
  readonly table: string;
  /** Names of the columns, separated by commas. */
  readonly primaryKey: string;
  /** The time, a column or an expression that has an index. Default `expires_at`. */
  readonly expiresAt?: string;
  /** How long an expired row is kept, as an interval of Postgres. Default: not at all. */
  readonly keep?: string;
}

export interface SweepOptions {
  readonly db: {
    query(statement: { name: string; text: string }, values: readonly unknown[]): Promise<readonly unknown[]>;
    now(): Date;
  };
  readonly expired: readonly ExpiredRows[];
  readonly logger: Logger;
  /** Milliseconds between two sweeps on average. Default one hour. */
  readonly intervalMs?: number;
  /** Rows deleted by one statement. Default 500, so that row locks are held only briefly. */
  readonly batch?: number;
  readonly clock?: Clock;
}

/** `skip locked`: several processes may sweep at once without waiting for each other's rows. */
const deleteOf = ({ table, primaryKey, expiresAt = 'expires_at', keep = '0' }: ExpiredRows) => ({
  name: `delete expired ${table}`,
  text: `delete from ${table} where (${primaryKey}) in
           (select ${primaryKey} from ${table} where ${expiresAt} <= $2::timestamptz - interval '${keep}'
            order by ${expiresAt} limit $1 for update skip locked)
         returning 1 as deleted`,
});

/** Deletes expired rows, to bound the size of their tables. Records no events. */
export function createSweep({
  db,
  expired,
  logger,
  intervalMs = 3_600_000,
  batch = 500,
  clock,
}: SweepOptions): Worker {
  const statements = expired.map(deleteOf);
  return createWorker({
    name: 'sweep',
    async round() {
      let isMoreLeft = false;
      for (const statement of statements)
        if ((await db.query(statement, [batch, db.now()])).length === batch) isMoreLeft = true;
      return isMoreLeft;
    },
    pollMs: intervalMs,
    jitter: true,
    backoff: { max: intervalMs },
    logger,
    ...(clock !== undefined && { clock }),
  });
}
