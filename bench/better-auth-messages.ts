import type { Headers } from './session.ts';

/** The message of the Better Auth process before it listens. */
export interface BetterAuthReady {
  /** Authorization headers of one session each, of different people, all of one organization. */
  readonly headers: readonly Headers[];
}
