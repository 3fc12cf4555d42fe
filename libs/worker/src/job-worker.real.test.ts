import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDueRows, type DueRows } from './due-rows.fixture.ts';

const waiting = { timeout: 120_000, interval: 10 };
const forever = new Promise<void>(() => {});

let due: DueRows;
beforeEach(async () => {
  due = await createDueRows();
});
afterEach(() => due.stop());

const verified = async (): Promise<string[]> =>
  (await due.rows<{ id: string; verified: boolean }>('id, verified_at is not null as verified'))
    .filter((row) => row.verified)
    .map(({ id }) => id);

describe('workers on the rows of a table', () => {
  it('several workers work on each row once', async () => {
    const ids = Array.from({ length: 80 }, (_, index) => `row ${100 + index}`);
    const worked: string[][] = [[], []];
    const begun = new Set<string[]>();
    const allBegun = Promise.withResolvers<void>();
    for (const mine of worked) {
      await due.work(async ({ id }) => {
        begun.add(mine);
        if (begun.size === worked.length) allBegun.resolve();
        // Else one worker could do all rows before the other claims any.
        await allBegun.promise;
        await new Promise(setImmediate);
        mine.push(id);
      });
    }
    await Promise.all([due.add(...ids.slice(0, 40)), due.add(...ids.slice(40))]);
    await vi.waitFor(async () => expect(await verified()).toEqual(ids), waiting);
    expect(worked.flat().toSorted()).toEqual(ids);
    for (const mine of worked) expect(mine.length).toBeGreaterThan(0);
  });

  it('a notification wakes the workers', async () => {
    await due.work(async () => {});
    await due.add('row');
    await vi.waitFor(async () => expect(await verified()).toEqual(['row']), waiting);
  });

  it('a row whose worker died is taken over when its lease has expired, and not before', async () => {
    const leaseMs = 500;
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    // Ignores the abort and never records an outcome, as if its process had been killed.
    const killed = await due.work(() => (begun.resolve(), late.promise), { leaseMs });
    await due.add('row');
    await begun.promise;
    const [claimed] = await due.rows<{ until: Date }>('due_at as until');
    await killed.stop();
    await due.work(async () => {}, { leaseMs, pollMs: 20 });
    await vi.waitFor(async () => expect(await verified()).toEqual(['row']), waiting);
    const [row] = await due.rows<{ attempts: number; at: Date }>('attempts, verified_at as at');
    expect(row?.attempts).toBe(2);
    expect(row?.at.getTime()).toBeGreaterThanOrEqual(claimed?.until.getTime() ?? Infinity);
  });

  it('a worker has no effect on a row that another worker has claimed since', async () => {
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = async ({ id }: { id: string }): Promise<void> => {
      begun.resolve();
      if (id === 'row') await late.promise;
    };
    await due.work(first, { leaseMs: 50, concurrency: 1 });
    await due.add('row');
    await begun.promise;
    const again = Promise.withResolvers<void>();
    await due.work(() => (again.resolve(), forever), { pollMs: 10, concurrency: 1 });
    await again.promise;
    late.reject(new Error('too late to say'));
    // The second worker is busy, so the first one does this row, after it has recorded its failure of the other.
    await due.add('row 2');
    await vi.waitFor(async () => expect(await verified()).toEqual(['row 2']), waiting);
    expect(await due.rows('attempts, last_error')).toEqual([
      { attempts: 2, last_error: null },
      { attempts: 1, last_error: null },
    ]);
  });

  it('a failed job is repeated after longer and longer waits', async () => {
    const attempts: number[] = [];
    await due.work(
      async () => {
        attempts.push(performance.now());
        if (attempts.length < 4) throw new Error(`failure ${attempts.length}`);
      },
      { pollMs: 5, retry: { min: 40, max: 10_000 } },
    );
    await due.add('row');
    await vi.waitFor(async () => expect(await verified()).toEqual(['row']), waiting);
    expect(await due.rows('attempts, last_error')).toEqual([{ attempts: 4, last_error: 'failure 3' }]);
    // Waits of 40 to 80 ms after the first attempt, then 80 to 160, then 160 to 320.
    const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    for (const [index, least] of [40, 80, 160].entries()) expect(waits[index]).toBeGreaterThanOrEqual(least);
  });

  it('draining workers finish the rows that they have claimed and leave the rest to others', async () => {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const worker = await due.work(() => (begun.resolve(), release.promise), { concurrency: 1 });
    await due.add('row 1', 'row 2');
    await begun.promise;
    const drained = worker.drain(AbortSignal.timeout(20_000));
    release.resolve();
    await drained;
    expect(await verified()).toHaveLength(1);
    await due.work(async () => {});
    await vi.waitFor(async () => expect(await verified()).toEqual(['row 1', 'row 2']), waiting);
  });
});
