import type { TestDatabase } from '@patchbay/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDueDatabase, createDueRows, type DueRows } from './due-rows.fixture.ts';

const forever = new Promise<void>(() => {});

let scratch: TestDatabase;
let due: DueRows;
beforeAll(async () => {
  scratch = await createDueDatabase();
});
beforeEach(async () => {
  due = await createDueRows(scratch);
});
afterEach(() => due.stop());
afterAll(() => scratch.drop());

const verified = async (): Promise<string[]> =>
  (await due.rows<{ id: string; verified: boolean }>('id, verified_at is not null as verified'))
    .filter((row) => row.verified)
    .map(({ id }) => id);

describe('workers on the rows of a table', () => {
  it('several workers work on each row once', async () => {
    const ids = Array.from({ length: 80 }, (_, index) => `row ${100 + index}`);
    await due.add(...ids);
    const worked: string[][] = [[], []];
    const begun = new Set<string[]>();
    const allBegun = Promise.withResolvers<void>();
    const workers = worked.map((mine) =>
      due.worker(async ({ id }) => {
        begun.add(mine);
        if (begun.size === worked.length) allBegun.resolve();
        // Else one worker could do all rows before the other claims any.
        await allBegun.promise;
        mine.push(id);
      }),
    );
    await Promise.all(workers.map((worker) => worker.runDue()));
    expect(await verified()).toEqual(ids);
    expect(worked.flat().toSorted()).toEqual(ids);
    for (const mine of worked) expect(mine.length).toBeGreaterThan(0);
  });

  it('a notification wakes a worker that is started', async () => {
    const worked = Promise.withResolvers<string>();
    const worker = due.worker(async ({ id }) => worked.resolve(id));
    await worker.start();
    await due.add('row');
    expect(await worked.promise).toBe('row');
    await worker.drain(new AbortController().signal);
    expect(await verified()).toEqual(['row']);
  });

  it('a row whose worker died is taken over when its lease has expired, and not before', async () => {
    await due.add('row');
    const begun = Promise.withResolvers<void>();
    // Ignores the abort and never records an outcome, as if its process had been killed.
    void due.worker(() => (begun.resolve(), forever)).runDue();
    await begun.promise;
    const other = due.worker(async () => {});
    await due.clock.advance(59_999);
    await other.runDue();
    expect(await due.rows('attempts, verified_at')).toEqual([{ attempts: 1, verified_at: null }]);
    await due.clock.advance(1);
    await other.runDue();
    expect(await due.rows('attempts, verified_at')).toEqual([{ attempts: 2, verified_at: due.clock.now() }]);
  });

  it('a worker has no effect on a row that another worker has claimed since', async () => {
    await due.add('row');
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = due.worker(() => (begun.resolve(), late.promise)).runDue();
    await begun.promise;
    await due.clock.advance(60_000);
    const again = Promise.withResolvers<void>();
    void due.worker(() => (again.resolve(), forever)).runDue();
    await again.promise;
    late.reject(new Error('too late to say'));
    await first;
    expect(await due.rows('attempts, last_error, verified_at')).toEqual([
      { attempts: 2, last_error: null, verified_at: null },
    ]);
  });
});
