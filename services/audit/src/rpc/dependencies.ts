import type { KeyObject } from 'node:crypto';
import type { AdvisoryLocks } from '@patchbay/database/advisory-locks';
import type { Queryable } from '@patchbay/database/queryable';

export interface Dependencies {
  readonly db: Queryable;
  /** Held while a trail is verified. */
  readonly locks: Pick<AdvisoryLocks, 'tryLock'>;
  /** Public keys whose signatures of heads count. */
  readonly trustedKeys: readonly KeyObject[];
}
