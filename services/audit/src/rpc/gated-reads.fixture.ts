import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '@patchbay/database/query';

/** A database whose queries wait at a gate. */
export interface GatedReads {
  readonly db: Queryable;
  /** Queries that run now. */
  running(): number;
  /** The most queries that ran at once. */
  most(): number;
  /** Resolves when so many queries run. */
  reached(count: number): Promise<void>;
  /** Lets the queries that wait, and all later ones, go on. */
  open(): void;
}

export function createGatedReads(rows: readonly Record<string, unknown>[]): GatedReads {
  const gate = Promise.withResolvers<void>();
  const begun = new EventEmitter();
  let [running, most] = [0, 0];
  const query = async () => {
    running += 1;
    most = Math.max(most, running);
    begun.emit('query');
    await gate.promise;
    // Others that may run beside it begin meanwhile.
    await setImmediate();
    running -= 1;
    return rows;
  };
  return {
    db: { query: query as unknown as Queryable['query'], now: () => new Date(0) },
    running: () => running,
    most: () => most,
    async reached(count) {
      for (;;) {
        if (running >= count) return;
        await once(begun, 'query');
      }
    },
    open: () => gate.resolve(),
  };
}
