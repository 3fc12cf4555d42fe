import type { Queryable } from '@patchbay/database/query';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker } from '@patchbay/worker/worker';
import { addRelayedRequests, type GatheredRequest } from '../store/relayed-requests.ts';

export interface RequestLog {
  /** Keeps it in memory; the next batch writes it. */
  add(request: GatheredRequest): void;
  readonly component: Component;
}

/** Requests that are written by one statement: about a megabyte. */
const batch = 1_000;

/** Requests that wait at most, about ten megabytes. More come up only while Postgres does not answer; the oldest are let go then. */
const maxWaiting = 10_000;

/**
 * Gathers the requests that the relay has ended, and writes them in one statement every two seconds and when the process drains. A process
 * that is killed loses what it has not written, at most five seconds.
 */
export function createRequestLog({
  db,
  logger,
  intervalMs = 2_000,
  clock = systemClock,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly intervalMs?: number;
  readonly clock?: Clock;
}): RequestLog {
  let waiting: GatheredRequest[] = [];

  const write = async (): Promise<boolean> => {
    if (waiting.length === 0) return false;
    const written = waiting.slice(0, batch);
    waiting = waiting.slice(batch);
    try {
      await addRelayedRequests(db, written);
    } catch (error) {
      // Keeps the batch for the next round.
      waiting = [...written, ...waiting].slice(-maxWaiting);
      throw new Error('relayed requests were not written', { cause: error });
    }
    return waiting.length > 0;
  };

  return {
    add(request) {
      waiting.push(request);
      // Cut seldom, because it copies.
      if (waiting.length >= 2 * maxWaiting) waiting = waiting.slice(-maxWaiting);
    },
    component: createWorker({
      name: 'relayed requests',
      round: write,
      pollMs: intervalMs,
      backoff: { max: intervalMs },
      atDrain: 'finish',
      logger,
      clock,
    }),
  };
}
