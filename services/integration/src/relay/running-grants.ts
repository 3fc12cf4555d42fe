import type { Queryable } from '@patchbay/database/query';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { liveGrantsAmong } from '../store/relayed-integration.ts';

/** Ends requests whose grant ends while they run. */
export interface RunningGrants {
  /** Aborts when the grant is no longer live. To be let go when the request has ended. */
  readonly hold: (grantId: string) => { readonly signal: AbortSignal; readonly release: () => void };
  readonly component: Component;
}

/** One query for all answers that run, every two seconds. */
export function createRunningGrants({
  db,
  logger,
  intervalMs = 2_000,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly intervalMs?: number;
}): RunningGrants {
  const held = new Map<string, Set<AbortController>>();
  return {
    hold(grantId) {
      const answer = new AbortController();
      const answers = held.get(grantId) ?? new Set();
      held.set(grantId, answers.add(answer));
      return {
        signal: answer.signal,
        release() {
          answers.delete(answer);
          if (answers.size === 0) held.delete(grantId);
        },
      };
    },
    component: createWorker({
      name: 'grants of running answers',
      async round() {
        if (held.size === 0) return false;
        const asked = [...held.keys()];
        const live = await liveGrantsAmong(db, asked);
        for (const grantId of asked)
          if (!live.has(grantId)) for (const answer of held.get(grantId) ?? []) answer.abort();
        return false;
      },
      pollMs: intervalMs,
      backoff: { max: intervalMs },
      logger,
    }),
  };
}
