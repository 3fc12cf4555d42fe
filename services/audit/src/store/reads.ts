import { isTransactionConflict, isUnreachable } from '@patchbay/database/errors';
import type { Queryable } from '@patchbay/database/queryable';
import type { Logger } from '@patchbay/telemetry/logger';

/** Where trails are read. */
export interface TrailReads extends Queryable {
  /** For the statements of one operation: what one of them has read, later ones find too. Default: itself. */
  begin?(): Queryable;
}

export const beginReads = (reads: TrailReads): Queryable => reads.begin?.() ?? reads;

/** Milliseconds for which operations begin at the primary after the replica has not answered: waiting for it may take seconds. */
const pauseMs = 5_000;

export interface ReplicaOptions {
  readonly primary: Queryable;
  readonly replica: Queryable;
  readonly logger: Logger;
}

/**
 * Reads at a replica, and at the primary where the replica cannot be reached or has cancelled a statement for the sake of its
 * replication. An operation that has changed to the primary stays there: the replica may be behind it, and a verification would find
 * that entries are missing.
 */
export function createReplicaReads({ primary, replica, logger }: ReplicaOptions): Required<TrailReads> {
  let pausedUntil = 0;
  let isAway = false;

  const begin = (): Queryable => {
    let usesReplica = performance.now() >= pausedUntil;
    return {
      async query(statement, values) {
        if (!usesReplica) return primary.query(statement, values);
        try {
          const rows = await replica.query(statement, values);
          if (isAway) logger.info('trails are read at the replica again');
          isAway = false;
          return rows as never;
        } catch (error) {
          const isGone = isUnreachable(error);
          if (!isGone && !isTransactionConflict(error)) throw error;
          usesReplica = false;
          if (isGone) {
            if (!isAway)
              logger.warn({ err: error }, 'trails are read at the primary, the replica does not answer');
            isAway = true;
            pausedUntil = performance.now() + pauseMs;
          }
          return primary.query(statement, values);
        }
      },
    };
  };
  return { begin, query: (statement, values) => begin().query(statement, values) };
}
