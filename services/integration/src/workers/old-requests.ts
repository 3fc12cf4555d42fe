import { createWorker, type Worker } from '@patchbay/worker/worker';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { pruneRelayedRequests } from '../store/relayed-requests.ts';

/** Rows deleted by one statement, so that row locks are held only briefly. */
const batch = 500;

/** Milliseconds between two looks on average. An integration is sent 600 requests in a minute at most. */
const pollMs = 60_000;

/** How far a look goes back before the last one, and before the start: requests are written seconds after they arrived, and minutes after an outage. */
const overlapMs = 600_000;

/** Keeps the last relayed requests of each integration. What is older than a week is deleted by the sweep. */
export function createOldRequests({
  db,
  logger,
  clock,
}: Pick<AttemptDependencies, 'db' | 'logger' | 'clock'>): Worker {
  const back = (from: Date): Date => new Date(from.getTime() - overlapMs);
  let since = back(clock.now());
  return createWorker({
    name: 'old requests',
    async round() {
      const began = clock.now();
      if ((await pruneRelayedRequests(db, since, batch)) === batch) return true;
      since = back(began);
      return false;
    },
    pollMs,
    jitter: true,
    backoff: { max: pollMs },
    logger,
    clock,
  });
}
