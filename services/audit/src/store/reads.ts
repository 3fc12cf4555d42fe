import { isTransactionConflict, isUnreachable } from '@patchbay/database/errors';
import { createPool, type Database, type DatabaseOptions, type PoolOptions } from '@patchbay/database/pool';
import type { Queryable } from '@patchbay/database/query';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { schema } from '../migrations.ts';

/**
 * Settings of the sessions of this service. Planning a statement over `entries` takes milliseconds with some tens of partitions, so
 * a prepared statement is planned once per session, for any values (`plan_cache_mode`). Such a plan may be older than the rows of a
 * partition that was empty then: it must not read that partition whole (`enable_seqscan`).
 */
export const sessionSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

/** Connections to a replica, with the limits of those to the database. They cannot write, even if the URL names a primary. */
export const createReplicaPool = (
  database: DatabaseOptions,
  readUrl: string,
  { logger, clock }: Pick<PoolOptions, 'logger' | 'clock'>,
): Database =>
  createPool({
    ...database,
    url: readUrl,
    sessionUrl: undefined,
    preparedStatements: true,
    applicationName: `${schema} reads`,
    settings: { ...sessionSettings, default_transaction_read_only: 'on' },
    logger,
    ...(clock && { clock }),
  });

/** Where trails are read. */
export interface TrailReads extends Queryable {
  /** For the statements of one operation: later statements see at least what earlier ones have seen. Default: itself. */
  begin?(): Queryable;
}

export const beginReads = (reads: TrailReads): Queryable => reads.begin?.() ?? reads;

/** Milliseconds for which operations begin at the primary after the replica has not answered: waiting for it may take seconds. */
const pauseMs = 5_000;

export interface ReplicaOptions {
  readonly primary: Queryable;
  readonly replica: Queryable;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/**
 * Reads at a replica, and at the primary if the replica is unreachable or cancels a statement because of replication. An operation
 * that has changed to the primary stays there: the replica may be behind, and a verification would report missing entries.
 */
export function createReplicaReads({
  primary,
  replica,
  logger,
  clock = systemClock,
}: ReplicaOptions): Required<TrailReads> {
  let pausedUntil = 0;
  let isAway = false;

  const begin = (): Queryable => {
    let usesReplica = clock.uptime() >= pausedUntil;
    return {
      now: primary.now,
      async query(statement, values) {
        if (!usesReplica) return primary.query(statement, values);
        try {
          const rows = await replica.query(statement, values);
          if (isAway) logger.info('replica recovered, trails are read there');
          isAway = false;
          return rows as never;
        } catch (error) {
          const isGone = isUnreachable(error);
          if (!isGone && !isTransactionConflict(error)) throw error;
          usesReplica = false;
          if (isGone) {
            if (!isAway)
              logger.warn({ err: error }, 'replica did not answer, trails are read at the primary');
            isAway = true;
            pausedUntil = clock.uptime() + pauseMs;
          }
          return primary.query(statement, values);
        }
      },
    };
  };
  return { begin, now: primary.now, query: (statement, values) => begin().query(statement, values) };
}
