import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, context, createContextKey } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTurnBatch } from './turn-batch.ts';

const nameKey = createContextKey('name');
beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));

/** A batch whose runs end when they are told to, each item with its double. */
function createRuns(maxItems = 100) {
  const lookups = { asked: { value: 0 }, shared: { value: 0 } };
  const runs: { readonly items: readonly number[]; readonly within: Context; end(): void }[] = [];
  const add = createTurnBatch<number, number>(lookups, maxItems, async (items) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    runs.push({ items, within: context.active(), end: resolve });
    await promise;
    if (items.includes(-1)) throw new Error('failed');
    return items.map((item) => 2 * item);
  });
  return { runs, lookups, add, items: () => runs.map(({ items }) => items) };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('items', () => {
  it('of one turn are one run, equal ones once', async () => {
    const { runs, lookups, add, items } = createRuns();
    const results = Promise.all([add(1), add(2), add(1)]);
    expect(items()).toEqual([]);
    await turn();
    expect(items()).toEqual([[1, 2]]);
    runs[0]?.end();
    expect(await results).toEqual([2, 4, 2]);
    expect(lookups).toEqual({ asked: { value: 1 }, shared: { value: 2 } });
  });

  it('that arrive during a run wait for its end and are the next, also where they are equal', async () => {
    const { runs, lookups, add, items } = createRuns();
    const first = add(1);
    await turn();
    const later = [add(1), add(2)];
    await turn();
    later.push(add(3));
    await turn();
    expect(items()).toEqual([[1]]);
    runs[0]?.end();
    await first;
    await turn();
    expect(items()).toEqual([[1], [1, 2, 3]]);
    runs[1]?.end();
    expect(await Promise.all(later)).toEqual([2, 4, 6]);
    const last = add(4);
    await turn();
    expect(items()).toHaveLength(3);
    runs[2]?.end();
    expect(await last).toBe(8);
    expect(lookups).toEqual({ asked: { value: 3 }, shared: { value: 2 } });
  });

  it('wait for a run no longer than a few milliseconds', async () => {
    const { runs, add, items } = createRuns();
    void add(1);
    await turn();
    const second = add(2);
    await sleep(50);
    expect(items()).toEqual([[1], [2]]);
    runs[1]?.end();
    expect(await second).toBe(4);
  });

  it('are run after one that failed', async () => {
    const { runs, add, items } = createRuns();
    const failed = add(-1).catch((error: Error) => error.message);
    await turn();
    const second = add(2);
    await turn();
    runs[0]?.end();
    expect(await failed).toBe('failed');
    await turn();
    expect(items()).toEqual([[-1], [2]]);
    runs[1]?.end();
    expect(await second).toBe(4);
  });

  it('are several runs where they are many', async () => {
    const { runs, add, items } = createRuns(2);
    const results = [1, 2, 3].map(add);
    await turn();
    expect(items()).toEqual([[1, 2], [3]]);
    for (const run of runs) run.end();
    expect(await Promise.all(results)).toEqual([2, 4, 6]);
  });

  it('run in the context of the first of them, whatever ends the run before', async () => {
    const { runs, add } = createRuns();
    const addIn = (name: string, item: number) =>
      context.with(context.active().setValue(nameKey, name), () => add(item));
    void addIn('a', 1);
    await turn();
    void addIn('b', 2);
    void addIn('c', 3);
    await turn();
    runs[0]?.end();
    await turn();
    expect(runs.map(({ within }) => within.getValue(nameKey))).toEqual(['a', 'b']);
  });
});
