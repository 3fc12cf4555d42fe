import type { Principal } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/query';
import type { EventCall } from '@patchbay/events/envelope';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { createWorker } from '@patchbay/worker/worker';
import { addFirstUses, addUses, type CountedUse, type FirstUse } from '../store/uses.ts';
import { callerColumns } from './caller-columns.ts';

/** What one request was. */
export interface CountedRequest {
  readonly integrationId: string;
  readonly caller: Principal;
  readonly call: EventCall;
  /** That the integration was used, for the first read of the caller in a day. Undefined where nothing was read. */
  readonly event: DomainEvent | undefined;
  readonly grantId: string | null;
  readonly api: string;
  readonly outcome: 'reads' | 'changes' | 'refused' | 'failed';
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

export interface UseCounter {
  /** Counts in memory; the next batch writes it. */
  count(request: CountedRequest): void;
  readonly component: Component;
}

const hourMs = 3_600_000;

type Counts = Pick<CountedUse, 'reads' | 'changes' | 'refused' | 'failed' | 'bytesSent' | 'bytesReceived'>;
const none: Counts = { reads: 0, changes: 0, refused: 0, failed: 0, bytesSent: 0, bytesReceived: 0 };

const sum = (one: Counts, other: Counts): Counts => ({
  reads: one.reads + other.reads,
  changes: one.changes + other.changes,
  refused: one.refused + other.refused,
  failed: one.failed + other.failed,
  bytesSent: one.bytesSent + other.bytesSent,
  bytesReceived: one.bytesReceived + other.bytesReceived,
});

/**
 * Gathers the uses of integrations, and writes them in one statement every two seconds and when the process drains. A process that is
 * killed loses what it has not written: at most five seconds of counts, and never a change, which is noted before it is sent.
 */
export function createUseCounter({
  db,
  logger,
  intervalMs = 2_000,
  clock = systemClock,
}: {
  readonly db: Queryable;
  readonly logger: Logger;
  readonly intervalMs?: number;
  readonly clock?: Clock;
}): UseCounter {
  let uses = new Map<string, CountedUse>();
  let first = new Map<string, FirstUse>();
  /** Those of today that were written, so that they are written once. */
  let written = { day: '', keys: new Set<string>() };

  const add = (use: CountedUse): void => {
    const key = [use.integrationId, use.hour.getTime(), use.callerId, use.grantId, use.api].join(' ');
    const known = uses.get(key);
    const lastAt = known !== undefined && known.lastAt > use.lastAt ? known.lastAt : use.lastAt;
    uses.set(key, known === undefined ? use : { ...use, ...sum(known, use), lastAt });
  };

  const addFirst = (use: FirstUse): void => {
    if (written.day !== use.day) written = { day: use.day, keys: new Set() };
    const key = `${use.integrationId} ${use.callerId}`;
    if (!written.keys.has(key) && !first.has(key)) first.set(key, use);
  };

  const write = async (): Promise<boolean> => {
    if (uses.size === 0) return false;
    const [batch, firstBatch] = [[...uses.values()], first];
    uses = new Map();
    first = new Map();
    try {
      await addFirstUses(db, [...firstBatch.values()]);
      for (const key of firstBatch.keys()) written.keys.add(key);
      await addUses(db, batch);
    } catch (error) {
      // Keeps the batch for the next round.
      batch.forEach(add);
      firstBatch.forEach(addFirst);
      throw new Error('uses of integrations were not written', { cause: error });
    }
    return false;
  };

  return {
    count({ integrationId, caller, call, event, grantId, api, outcome, bytesSent, bytesReceived }) {
      const now = clock.now();
      const who = callerColumns(caller);
      add({
        integrationId,
        ...who,
        grantId,
        api,
        hour: new Date(Math.floor(now.getTime() / hourMs) * hourMs),
        // What was refused is no use.
        lastAt: outcome === 'refused' ? new Date(0) : now,
        ...none,
        [outcome]: 1,
        bytesSent,
        bytesReceived,
      });
      if (event !== undefined)
        addFirst({ integrationId, callerId: who.callerId, day: now.toISOString().slice(0, 10), event, call });
    },
    component: createWorker({
      name: 'uses of integrations',
      round: write,
      pollMs: intervalMs,
      backoff: { max: intervalMs },
      atDrain: 'finish',
      logger,
      clock,
    }),
  };
}
