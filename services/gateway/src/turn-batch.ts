import { context } from '@opentelemetry/api';
import type { Lookups } from './lookups.ts';

/** Milliseconds that items wait for a run at most: one that takes long must not hold up all others. */
const longestWaitMs = 5;

/**
 * Runs items together, equal ones once: those of one event loop turn, and those that arrive while others run. Under load few large
 * runs take the place of many small ones, which cost nearly as much each. Nothing is cached: an item shares a run only if the run
 * begins after the item arrived.
 *
 * A run has the trace context of the first of its items, so that the span of its call belongs to the trace of that request: a span
 * has only one parent. The traces of the others show the wait without a call. `lookups` counts the runs and those who shared one.
 */
export function createTurnBatch<Item, Result>(
  lookups: Lookups,
  maxItems: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  /** Those that wait for a run. */
  let pending = new Map<Item, PromiseWithResolvers<Result>>();
  let contextOfFirst = context.active();
  let running = 0;
  /** Set while the items wait for the end of a run. */
  let waiting: NodeJS.Timeout | undefined;

  const runBatch = async (batch: readonly [Item, PromiseWithResolvers<Result>][]): Promise<void> => {
    running += 1;
    lookups.asked.value += 1;
    lookups.shared.value += batch.length - 1;
    try {
      const results = await run(batch.map(([item]) => item));
      for (const [index, result] of results.entries()) batch[index]?.[1].resolve(result);
    } catch (thrown) {
      for (const [, { reject }] of batch) reject(thrown);
    }
    running -= 1;
    if (running === 0 && waiting !== undefined) runAll();
  };

  const runAll = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    const all = [...pending];
    pending = new Map();
    for (let from = 0; from < all.length; from += maxItems)
      void context.with(contextOfFirst, runBatch, undefined, all.slice(from, from + maxItems));
  };

  const endTurn = (): void => {
    if (running === 0) runAll();
    else waiting = setTimeout(runAll, longestWaitMs);
  };

  return (item) => {
    if (pending.size === 0) {
      contextOfFirst = context.active();
      setImmediate(endTurn);
    }
    let shared = pending.get(item);
    if (shared === undefined) {
      shared = Promise.withResolvers<Result>();
      pending.set(item, shared);
    } else lookups.shared.value += 1;
    return shared.promise;
  };
}
