import type { Queryable } from '@patchbay/database/query';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { mayGoOn, type RunningRequest } from '../store/relayed-integration.ts';

/**
 * Ends requests whose grant ends, whose accounts are no longer among those that the client chose, whose integration is no longer active, or
 * whose organization is inactive, while they run.
 */
export interface RunningGrants {
  /** To be let go when the request has ended. */
  readonly hold: (request: RunningRequest) => { readonly signal: AbortSignal; readonly release: () => void };
  readonly component: Component;
}

/** One query for all answers that run, every two seconds. */
export function createRunningGrants({
  db,
  logger,
  intervalMs = 2_000,
  clock = systemClock,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly intervalMs?: number;
  readonly clock?: Clock;
}): RunningGrants {
  const held = new Map<AbortController, RunningRequest>();
  return {
    hold(request) {
      const answer = new AbortController();
      held.set(answer, request);
      return { signal: answer.signal, release: () => void held.delete(answer) };
    },
    component: createWorker({
      name: 'grants of running answers',
      async round() {
        if (held.size === 0) return false;
        const asked = [...held];
        const may = await mayGoOn(
          db,
          asked.map(([, request]) => request),
        );
        for (const [index, [answer]] of asked.entries()) if (!may.has(index)) answer.abort();
        return false;
      },
      pollMs: intervalMs,
      backoff: { max: intervalMs },
      logger,
      clock,
    }),
  };
}
