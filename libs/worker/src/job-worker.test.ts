import { once } from 'node:events';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createJobWorker, type Job, type Jobs, type JobWorkerOptions } from './job-worker.ts';
import type { Worker } from './worker.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const noDeadline = new AbortController().signal;
const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

/** A worker on a queue in memory, whose jobs are due at once, and lists of the outcomes that it recorded. */
function workOn(
  ids: readonly string[],
  jobs: Partial<Jobs<Job, string>> = {},
  options: Partial<JobWorkerOptions<Job, string>> = {},
) {
  const clock = createManualClock();
  const due = ids.map((id): Job => ({ id, attempts: 1 }));
  const done: string[] = [];
  const awaited: { count: number; resolve: () => void }[] = [];
  const postponed: { id: string; reason: string; delayMs: number }[] = [];
  const worker = createJobWorker({
    name: 'test',
    jobs: {
      claim: async (limit) => due.splice(0, limit),
      work: async ({ id }) => `${id} worked`,
      async complete(_job, result) {
        done.push(result);
        for (const each of awaited) if (done.length >= each.count) each.resolve();
      },
      async postpone({ id }, { error, delayMs }) {
        postponed.push({ id, reason: error instanceof Error ? error.message : String(error), delayMs });
      },
      ...jobs,
    },
    leaseMs: 60_000,
    pollMs: 3_600_000,
    retry: { min: 1_000, max: 60_000 },
    logger,
    clock,
    ...options,
  });
  workers.push(worker);
  /** Resolves when so many results are recorded. */
  const recorded = (count: number): Promise<void> =>
    new Promise((resolve) => {
      if (done.length >= count) resolve();
      else awaited.push({ count, resolve });
    });
  return { worker, clock, due, done, postponed, recorded };
}

describe('a worker on jobs', () => {
  it('a worker runs a bounded number of jobs of a group and claims none of a full group', async () => {
    const groupOf = (id: string) => id.slice(0, 4);
    const due = ['slow1', 'slow2', 'slow3', 'slow4', 'slow5', 'fast1', 'fast2'];
    const begun: string[] = [];
    const given: string[] = [];
    const full: string[][] = [];
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    const { worker, done, recorded } = workOn(
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
    const allDone = worker.runDue();
    await recorded(2);
    expect(done).toEqual(['fast1', 'fast2']);
    expect(begun).toEqual(['slow1', 'slow2', 'fast1', 'fast2']);
    expect(given).toEqual(['slow3', 'slow4']);
    expect(full.slice(0, 2)).toEqual([[], ['slow']]);
    resolve('slow');
    await allDone;
    expect(done).toHaveLength(7);
  });

  it('a worker claims no more jobs than a running group has room for', async () => {
    const due = Array.from({ length: 12 }, (_, index) => `job ${index}`);
    const given: string[] = [];
    const { promise: long, resolve } = Promise.withResolvers<void>();
    const { worker, done, recorded } = workOn(
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
    const allDone = worker.runDue();
    await recorded(11);
    // By the first claim, before which it knew no group.
    expect(given).toHaveLength(2);
    resolve();
    await allDone;
    expect(done).toHaveLength(12);
  });

  it('a worker does all jobs, at most `concurrency` at once', async () => {
    let atOnce = 0;
    let most = 0;
    const { worker, done } = workOn(
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
    await worker.runDue();
    expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(most).toBe(3);
  });

  it('what is due is done whole where a job ends while others are claimed', async () => {
    const answer = Promise.withResolvers<string>();
    const claims = [['first', 'slow'], [], ['last']];
    const { worker, done, recorded } = workOn([], {
      async claim() {
        if (claims.length === 2) {
          // Ends while it holds what the claim needs, so that this claim gets nothing.
          answer.resolve('slow');
          await recorded(2);
          await new Promise(setImmediate);
        }
        return (claims.shift() ?? []).map((id) => ({ id, attempts: 1 }));
      },
      work: async ({ id }) => (id === 'slow' ? answer.promise : id),
    });
    await worker.runDue();
    expect(done).toEqual(['first', 'slow', 'last']);
  });

  it('a job that throws is postponed by the number of its attempts', async () => {
    const { worker, postponed } = workOn(['a'], {
      claim: vi
        .fn<Jobs<Job, string>['claim']>()
        .mockResolvedValueOnce([{ id: 'a', attempts: 3 }])
        .mockResolvedValue([]),
      work: async () => Promise.reject(new Error('refused')),
    });
    await worker.runDue();
    expect(postponed).toHaveLength(1);
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
    const { worker, clock, postponed } = workOn(['a'], {
      async work({ id }) {
        worked.push(id);
        return id;
      },
      complete,
    });
    const allDone = worker.runDue();
    await clock.advance(100);
    await allDone;
    expect(complete).toHaveBeenCalledTimes(2);
    expect(worked).toEqual(['a']);
    expect(postponed).toEqual([]);
  });

  it('a job is aborted when its lease expires', async () => {
    const { worker, clock, postponed } = workOn(
      ['a'],
      {
        async work(_job, signal) {
          await once(signal, 'abort');
          throw new Error('took too long');
        },
      },
      { leaseMs: 60_000 },
    );
    const allDone = worker.runDue();
    await clock.advance(59_999);
    expect(postponed).toEqual([]);
    await clock.advance(1);
    await allDone;
    expect(postponed).toMatchObject([{ id: 'a', reason: 'took too long' }]);
  });

  it('a draining worker finishes its jobs and claims no new ones', async () => {
    const release = Promise.withResolvers<void>();
    const { worker, due, done } = workOn(['a'], {
      async work({ id }) {
        await release.promise;
        return id;
      },
    });
    await worker.start();
    const drained = worker.drain(noDeadline);
    due.push({ id: 'b', attempts: 1 });
    worker.wake();
    release.resolve();
    await drained;
    expect(done).toEqual(['a']);
    expect(due).toHaveLength(1);
  });

  it('jobs are aborted at the deadline of a drain, and their failure is recorded before the stop', async () => {
    const begun = Promise.withResolvers<void>();
    const { worker, postponed } = workOn(['a'], {
      async work(_job, signal) {
        begun.resolve();
        await once(signal, 'abort');
        throw new Error('the process stops');
      },
    });
    await worker.start();
    await begun.promise;
    await worker.drain(AbortSignal.abort());
    await worker.stop();
    expect(postponed).toMatchObject([{ id: 'a', reason: 'the process stops' }]);
  });

  it('a stop does not wait for a job that ignores its signal', async () => {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<string>();
    const { worker, clock, done, postponed } = workOn(['a'], {
      work: () => (begun.resolve(), release.promise),
    });
    await worker.start();
    await begun.promise;
    await worker.drain(AbortSignal.abort());
    const stopped = worker.stop();
    await clock.advance(500);
    await stopped;
    expect([done, postponed]).toEqual([[], []]);
    release.resolve('');
  });

  it('jobs that are claimed during a stop are due again at once', async () => {
    const claimed = Promise.withResolvers<Job[]>();
    const { worker, postponed } = workOn([], {
      claim: () => claimed.promise,
      work: async () => expect.unreachable('it began a job'),
    });
    await worker.start();
    const stopped = worker.stop();
    claimed.resolve([{ id: 'late', attempts: 1 }]);
    await stopped;
    expect(postponed).toEqual([{ id: 'late', reason: 'the process stops', delayMs: 0 }]);
  });

  it('a job that only polls its signal sees the abort at the end of its lease', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const release = Promise.withResolvers<string>();
    const { worker, clock } = workOn(['a'], {
      work: (_job, signal) => (begun.resolve(signal), release.promise),
    });
    const allDone = worker.runDue();
    const signal = await begun.promise;
    globalThis.gc?.();
    await clock.advance(60_000);
    expect(signal.aborted).toBe(true);
    release.resolve('');
    await allDone;
  });
});
