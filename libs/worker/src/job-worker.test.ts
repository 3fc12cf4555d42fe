import { once } from 'node:events';
import { createLogger } from '@patchbay/telemetry/logger';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createJobWorker, type Job, type Jobs, type JobWorkerOptions } from './job-worker.ts';
import type { Worker } from './worker.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const waiting = { timeout: 120_000, interval: 5 };
const noDeadline = new AbortController().signal;
const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

/** A worker on a queue in memory, whose jobs are due at once, and lists of the outcomes that it recorded. */
async function workOn(
  ids: readonly string[],
  jobs: Partial<Jobs<Job, string>> = {},
  options: Partial<JobWorkerOptions<Job, string>> = {},
) {
  const due = ids.map((id): Job => ({ id, attempts: 1 }));
  const done: string[] = [];
  const postponed: { id: string; reason: string; delayMs: number }[] = [];
  const worker = createJobWorker({
    name: 'test',
    jobs: {
      claim: async (limit) => due.splice(0, limit),
      work: async ({ id }) => `${id} worked`,
      complete: async (_job, result) => void done.push(result),
      async postpone({ id }, { error, delayMs }) {
        postponed.push({ id, reason: error instanceof Error ? error.message : String(error), delayMs });
      },
      ...jobs,
    },
    leaseMs: 60_000,
    pollMs: 3_600_000,
    retry: { min: 1_000, max: 60_000 },
    logger,
    ...options,
  });
  workers.push(worker);
  await worker.start();
  return { worker, due, done, postponed };
}

describe('a worker on jobs', () => {
  it('a worker runs a bounded number of jobs of a group and claims none of a full group', async () => {
    const groupOf = (id: string) => id.slice(0, 4);
    const due = ['slow1', 'slow2', 'slow3', 'slow4', 'slow5', 'fast1', 'fast2'];
    const begun: string[] = [];
    const given: string[] = [];
    const full: string[][] = [];
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    const { done } = await workOn(
      [],
      {
        async claim(limit, _leaseMs, fullGroups) {
          full.push([...fullGroups]);
          const claimable = due.filter((id) => !fullGroups.includes(groupOf(id))).slice(0, limit);
          for (const id of claimable) due.splice(due.indexOf(id), 1);
          return claimable.map((id) => ({ id, attempts: 1 }));
        },
        async work({ id }) {
          begun.push(id);
          return groupOf(id) === 'slow' ? answer : id;
        },
      },
      {
        concurrency: 4,
        groups: {
          of: ({ id }) => groupOf(id),
          atOnce: () => 2,
          async giveBack({ id }) {
            given.push(id);
            due.push(id);
          },
        },
      },
    );
    await vi.waitFor(() => expect(done).toEqual(['fast1', 'fast2']), waiting);
    expect(begun).toEqual(['slow1', 'slow2', 'fast1', 'fast2']);
    expect(given).toEqual(['slow3', 'slow4']);
    expect(full.slice(0, 2)).toEqual([[], ['slow']]);
    resolve('slow');
    await vi.waitFor(() => expect(done).toHaveLength(7), waiting);
  });

  it('a worker claims no more jobs than a running group has room for', async () => {
    const due = Array.from({ length: 12 }, (_, index) => `job ${index}`);
    const given: string[] = [];
    const { promise: long, resolve } = Promise.withResolvers<void>();
    const { done } = await workOn(
      [],
      {
        claim: async (limit, _leaseMs, fullGroups) =>
          fullGroups.length > 0 ? [] : due.splice(0, limit).map((id) => ({ id, attempts: 1 })),
        async work({ id }) {
          await (id === 'job 0' ? long : new Promise(setImmediate));
          return id;
        },
      },
      {
        concurrency: 4,
        groups: {
          of: () => 'all',
          atOnce: () => 2,
          async giveBack({ id }) {
            given.push(id);
            due.push(id);
          },
        },
      },
    );
    await vi.waitFor(() => expect(done).toHaveLength(11), waiting);
    // By the first claim, before which it knew no group.
    expect(given).toHaveLength(2);
    resolve();
    await vi.waitFor(() => expect(done).toHaveLength(12), waiting);
  });

  it('a worker does all jobs, at most `concurrency` at once', async () => {
    let atOnce = 0;
    let most = 0;
    const { done } = await workOn(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      {
        async work({ id }) {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await new Promise(setImmediate);
          atOnce -= 1;
          return id;
        },
      },
      { concurrency: 3 },
    );
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']), waiting);
    expect(most).toBe(3);
  });

  it('a job that throws is postponed by the number of its attempts', async () => {
    const { postponed } = await workOn(['a'], {
      claim: vi
        .fn<Jobs<Job, string>['claim']>()
        .mockResolvedValueOnce([{ id: 'a', attempts: 3 }])
        .mockResolvedValue([]),
      work: async () => Promise.reject(new Error('refused')),
    });
    await vi.waitFor(() => expect(postponed).toHaveLength(1), waiting);
    expect(postponed[0]).toMatchObject({ id: 'a', reason: 'refused' });
    expect(postponed[0]?.delayMs).toBeGreaterThanOrEqual(4_000);
    expect(postponed[0]?.delayMs).toBeLessThanOrEqual(8_000);
  });

  it('a job whose result could not be recorded is not repeated, only its recording', async () => {
    const worked: string[] = [];
    const complete = vi
      .fn<Jobs<Job, string>['complete']>()
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValue(undefined);
    const { postponed } = await workOn(['a'], {
      async work({ id }) {
        worked.push(id);
        return id;
      },
      complete,
    });
    await vi.waitFor(() => expect(complete).toHaveBeenCalledTimes(2), waiting);
    expect(worked).toEqual(['a']);
    expect(postponed).toEqual([]);
  });

  it('a job is aborted when its lease expires', async () => {
    const { postponed } = await workOn(
      ['a'],
      {
        async work(_job, signal) {
          await once(signal, 'abort');
          throw new Error('took too long');
        },
      },
      { leaseMs: 20 },
    );
    await vi.waitFor(() => expect(postponed).toMatchObject([{ id: 'a', reason: 'took too long' }]), waiting);
  });

  it('a draining worker finishes its jobs and claims no new ones', async () => {
    const release = Promise.withResolvers<void>();
    const { worker, due, done } = await workOn(['a'], {
      async work({ id }) {
        await release.promise;
        return id;
      },
    });
    const drained = worker.drain(noDeadline);
    due.push({ id: 'b', attempts: 1 });
    worker.wake();
    release.resolve();
    await drained;
    expect(done).toEqual(['a']);
    expect(due).toHaveLength(1);
  });

  it('jobs are aborted at the deadline of a drain, and their failure is recorded before the stop', async () => {
    const { worker, postponed } = await workOn(['a'], {
      async work(_job, signal) {
        await once(signal, 'abort');
        throw new Error('the process stops');
      },
    });
    await worker.drain(AbortSignal.timeout(10));
    await worker.stop();
    expect(postponed).toMatchObject([{ id: 'a', reason: 'the process stops' }]);
  });

  it('a stop does not wait for a job that ignores its signal', async () => {
    const { worker, done, postponed } = await workOn(['a'], { work: () => new Promise(() => {}) });
    await worker.drain(AbortSignal.timeout(10));
    await worker.stop();
    expect([done, postponed]).toEqual([[], []]);
  });

  it('jobs that are claimed during a stop are due again at once', async () => {
    const claimed = Promise.withResolvers<Job[]>();
    const { worker, postponed } = await workOn([], {
      claim: () => claimed.promise,
      work: async () => expect.unreachable('it began a job'),
    });
    const stopped = worker.stop();
    claimed.resolve([{ id: 'late', attempts: 1 }]);
    await stopped;
    expect(postponed).toEqual([{ id: 'late', reason: 'the process stops', delayMs: 0 }]);
  });

  it('recording a failure is repeated as recording a result is', async () => {
    let tries = 0;
    const reasons: unknown[] = [];
    await workOn(['a'], {
      work: () => Promise.reject(new Error('refused')),
      async postpone(_job, { error }) {
        tries += 1;
        if (tries < 3) throw new Error('the database is away');
        reasons.push(error);
      },
    });
    await vi.waitFor(() => expect(reasons).toMatchObject([{ message: 'refused' }]), waiting);
  });

  it('a job that only polls its signal sees the abort at the end of its lease', async () => {
    const ended = Promise.withResolvers<boolean>();
    await workOn(
      ['a'],
      {
        async work(_job, signal) {
          for (let look = 0; look < 300 && !signal.aborted; look += 1) {
            globalThis.gc?.();
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
          ended.resolve(signal.aborted);
          return '';
        },
      },
      { leaseMs: 100 },
    );
    expect(await ended.promise).toBe(true);
  });
});
