import type { KeyObject } from 'node:crypto';
import type { Queryable } from '@patchbay/database/query';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { signCheckpoint } from '../domain/checkpoint.ts';
import { findDueTrails, removeTrail } from '../store/deleted-organizations.ts';

export interface DeletedTrailsOptions {
  readonly db: Queryable;
  /** Signs the checkpoint at the end of a trail that is removed. */
  readonly privateKey: KeyObject;
  /** How long the trail of a deleted organization stays. */
  readonly retainDays: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Entries that one transaction removes. Default 2,000. */
  readonly batch?: number;
}

/**
 * Removes the trails of deleted organizations, a part at a time. Of each trail a signed checkpoint stays, at its end: published heads
 * show that it was removed and not lost. Several processes may do it at once.
 */
export const createDeletedTrails = ({
  db,
  privateKey,
  retainDays,
  logger,
  clock,
  batch = 2_000,
}: DeletedTrailsOptions): Worker =>
  createWorker({
    name: 'deleted trails',
    async round(signal) {
      for (const trail of await findDueTrails(db, retainDays)) {
        const proof = signCheckpoint(trail, privateKey, db.now());
        const { organizationId } = trail;
        try {
          let isDone = false;
          while (!isDone && !signal.aborted) isDone = await removeTrail(db, organizationId, proof, batch);
          if (isDone) logger.info({ organizationId }, 'removed the trail of a deleted organization');
        } catch (error) {
          // The others are removed all the same.
          logger.warn(
            { err: error, organizationId },
            'removal of the trail of a deleted organization failed',
          );
        }
      }
      return false;
    },
    pollMs: 30_000,
    logger,
    clock,
  });
