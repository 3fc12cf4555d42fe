/**
 * Runs all items of one event loop turn together, equal ones once. Nothing is cached: an item shares a run only if the run begins
 * after the item arrived.
 *
 * `run` begins in a `setImmediate`, which keeps the trace context of the first item of the turn, so that the span of its call
 * belongs to the trace of that request: a span has only one parent. The traces of the others show the wait without a call.
 */
export function createTurnBatch<Item, Result>(
  maxItems: number,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  /** Of this turn; empty between turns. */
  let pending = new Map<Item, PromiseWithResolvers<Result>>();

  const runBatch = async (batch: readonly [Item, PromiseWithResolvers<Result>][]): Promise<void> => {
    try {
      const results = await run(batch.map(([item]) => item));
      for (const [index, result] of results.entries()) batch[index]?.[1].resolve(result);
    } catch (thrown) {
      for (const [, { reject }] of batch) reject(thrown);
    }
  };

  const runAll = (): void => {
    const all = [...pending];
    pending = new Map();
    for (let from = 0; from < all.length; from += maxItems) void runBatch(all.slice(from, from + maxItems));
  };

  return (item) => {
    if (pending.size === 0) setImmediate(runAll);
    let waiting = pending.get(item);
    if (waiting === undefined) {
      waiting = Promise.withResolvers<Result>();
      pending.set(item, waiting);
    }
    return waiting.promise;
  };
}
