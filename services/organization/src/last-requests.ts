import type { Queryable } from '@patchbay/database/queryable';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { saveLastRequests } from './store/api-keys.ts';

export interface LastRequests {
  /** The key was used now. Costs no write of its own. */
  note(keyId: string): void;
  readonly component: Component;
}

export interface LastRequestsOptions {
  readonly db: Queryable;
  readonly logger: Logger;
  /** Between two writes on average. Default 30 s: with a minute in mind that `lastRequest` may lag. */
  readonly intervalMs?: number;
}

/**
 * When each key was last used, kept in the process and written all at once: every so often, and when the process drains.
 * One that is killed loses what it has not written; nothing but the time shown to people depends on it.
 */
export function createLastRequests({ db, logger, intervalMs = 30_000 }: LastRequestsOptions): LastRequests {
  let lastUsedAt = new Map<string, Date>();

  const write = async (): Promise<boolean> => {
    if (lastUsedAt.size === 0) return false;
    const batch = lastUsedAt;
    lastUsedAt = new Map();
    try {
      await saveLastRequests(db, batch);
    } catch (error) {
      // For the next time, under what was noted since.
      lastUsedAt = new Map([...batch, ...lastUsedAt]);
      throw new Error('the last requests of API keys were not written', { cause: error });
    }
    return false;
  };
  return {
    note(keyId) {
      lastUsedAt.set(keyId, new Date());
    },
    component: createWorker({
      name: 'last requests',
      round: write,
      pollMs: intervalMs,
      spread: true,
      backoff: { max: intervalMs },
      atDrain: 'finish',
      logger,
    }),
  };
}
