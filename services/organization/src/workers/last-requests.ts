import type { Queryable } from '@patchbay/database/query';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { saveLastRequests } from '../store/api-keys.ts';

export interface LastRequests {
  /** Records in memory that the key was used now; the next batch writes it. */
  readonly note: (keyId: string) => void;
  readonly component: Worker;
}

export interface LastRequestsOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Average time between two writes. Default 30 s: the API allows `lastRequestAt` to lag by a minute. */
  readonly intervalMs?: number;
}

/**
 * Keeps in memory when each key was last used, and writes all of it in one statement: every `intervalMs`, and when the
 * process drains. A process that is killed loses what it has not written; the times are only displayed.
 */
export function createLastRequests({
  db,
  logger,
  clock = systemClock,
  intervalMs = 30_000,
}: LastRequestsOptions): LastRequests {
  let lastUsedAt = new Map<string, Date>();

  const write = async (): Promise<boolean> => {
    if (lastUsedAt.size === 0) return false;
    const batch = lastUsedAt;
    lastUsedAt = new Map();
    try {
      await saveLastRequests(db, batch);
    } catch (error) {
      // Keeps the batch for the next round; a key that was used meanwhile keeps its newer time.
      lastUsedAt = new Map([...batch, ...lastUsedAt]);
      throw new Error('the last requests of API keys were not written', { cause: error });
    }
    return false;
  };
  return {
    note(keyId) {
      lastUsedAt.set(keyId, clock.now());
    },
    component: createWorker({
      name: 'last requests',
      round: write,
      pollMs: intervalMs,
      jitter: true,
      backoff: { max: intervalMs },
      atDrain: 'finish',
      logger,
      clock,
    }),
  };
}
