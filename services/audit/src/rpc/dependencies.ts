import type { KeyObject } from 'node:crypto';
import type { AdvisoryLocks } from '@patchbay/database/advisory-locks';
import type { TrailReads } from '../store/reads.ts';

export interface Dependencies {
  /** Reads alone: it may be a replica. */
  readonly db: TrailReads;
  /** Held while a trail is verified. */
  readonly locks: Pick<AdvisoryLocks, 'tryLock'>;
  /** Public keys whose signatures of heads count. */
  readonly trustedKeys: readonly KeyObject[];
}
