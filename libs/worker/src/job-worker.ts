import { type BackoffOptions, backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker, type WorkerOptions } from './worker.ts';

export interface Job {
  /** For log lines. */
  readonly id: string;
  /**
   * Incremented by each `claim`: 1 for the first. Distinguishes the current claim of a job from earlier ones, whose leases
   * have expired.
   */
  readonly attempts: number;
}

/** A queue of rows that become due, and the work on them. */
export interface Jobs<Row extends Job, Result> {
  /**
   * Claims up to `limit` due jobs, with `for update skip locked`. No other worker can claim them until the lease expires. Leaves out the
   * jobs of `fullGroups`: as many jobs of these groups are running as `atOnce` allows. Empty where there are no groups.
   */
  claim(limit: number, leaseMs: number, fullGroups: readonly string[]): Promise<readonly Row[]>;
  /**
   * Does the job. The signal aborts when the lease expires or the process stops. Must be safe to repeat: if a process dies,
   * its job is done again.
   */
  work(job: Row, signal: AbortSignal): Promise<Result>;
  /** Records that the job is done. Retried if it throws, until the lease expires or the process stops. */
  complete(job: Row, result: Result): Promise<void>;
  /**
   * Records that `work` has thrown: the job is due again after `delayMs`, or has failed for good. Must have no effect if
   * another worker has claimed the job since: then `attempts` of the row is higher.
   */
  postpone(job: Row, failure: { readonly error: unknown; readonly delayMs: number }): Promise<void>;
}

/** Limits the concurrent jobs of a group. Jobs of one group need the same resource: further ones would only wait for those that run. */
export interface JobGroups<Row extends Job> {
  of(job: Row): string;
  /** How many jobs of a group run at once; at least 1. */
  atOnce(group: string): number;
  /** Undoes the claim of a job that exceeds the limit of its group: it is due again shortly after. */
  giveBack(job: Row): Promise<void>;
}

export interface JobWorkerOptions<Row extends Job, Result>
  extends Pick<WorkerOptions, 'name' | 'wokenBy' | 'idleMs'> {
  readonly jobs: Jobs<Row, Result>;
  /** Milliseconds in which no other worker can claim a claimed job; longer than a job takes. */
  readonly leaseMs: number;
  /** Default: any jobs run at once. */
  readonly groups?: JobGroups<Row>;
  /** Concurrent jobs. Default 4, so that a slow job does not delay the others. */
  readonly concurrency?: number;
  /** Milliseconds between two polls, for jobs that became due without a notification. Default 5,000. */
  readonly pollMs?: number;
  /** Waits between two attempts of a job, by the number of its attempts so far. */
  readonly retry: Required<Pick<BackoffOptions, 'min' | 'max'>>;
  /** Milliseconds that a stop waits for the jobs that it has aborted, so that they can record their outcome. Default 500. */
  readonly abortedMs?: number | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Works on the jobs of a queue, several concurrently. Several processes may work on the same queue. */
export function createJobWorker<Row extends Job, Result>({
  name,
  wokenBy,
  jobs,
  leaseMs,
  groups,
  concurrency = 4,
  pollMs = 5_000,
  idleMs = pollMs,
  retry,
  abortedMs = 500,
  logger,
  clock = systemClock,
}: JobWorkerOptions<Row, Result>): Worker {
  const running = new Set<Promise<void>>();
  /** How many jobs have ended. */
  let ended = 0;
  const runningOf = new Map<string, number>();
  const stopping = new AbortController();

  /** Records an outcome; tries again while that fails, until the lease ends or the process stops. */
  const record = async (outcome: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await outcome();
      } catch (error) {
        if (signal.aborted) throw error;
        await clock.sleep(backoffMs(failures), signal);
      }
    }
  };

  /** Rejects only if the outcome of the job could not be recorded. */
  const settle = async (job: Row, signal: AbortSignal): Promise<void> => {
    let result: Result;
    try {
      result = await jobs.work(job, signal);
    } catch (error) {
      const failure = { error, delayMs: backoffMs(job.attempts, retry) };
      return record(() => jobs.postpone(job, failure), signal);
    }
    await record(() => jobs.complete(job, result), signal);
  };

  /** Free places of a group. */
  const roomOf = (group: string): number =>
    groups === undefined ? concurrency : groups.atOnce(group) - (runningOf.get(group) ?? 0);
  const isFull = (group: string): boolean => roomOf(group) <= 0;

  /** Takes a place of the group of a job; the returned function frees it. */
  const enter = (job: Row): (() => void) => {
    if (groups === undefined) return () => {};
    const group = groups.of(job);
    runningOf.set(group, (runningOf.get(group) ?? 0) + 1);
    return () => {
      const left = (runningOf.get(group) ?? 1) - 1;
      if (left === 0) runningOf.delete(group);
      else runningOf.set(group, left);
    };
  };

  /** Not `AbortSignal.any` with a timeout: without a listener such a signal may be collected and never abort. */
  const begin = (job: Row, leaseEnd: number): void => {
    const ending = new AbortController();
    const abort = (): void => ending.abort();
    const leave = enter(job);
    const timer = clock.after(leaseEnd - clock.uptime(), abort);
    stopping.signal.addEventListener('abort', abort, { once: true });
    const run = settle(job, ending.signal)
      .catch((error: unknown) => {
        logger.error({ err: error, worker: name, job: job.id }, 'job outcome not recorded');
      })
      .finally(() => {
        timer.cancel();
        stopping.signal.removeEventListener('abort', abort);
        running.delete(run);
        ended += 1;
        leave();
        worker.wake();
      });
    running.add(run);
  };

  /** Claims as many jobs as may run in addition; true if more may be due. */
  const fill = async (): Promise<boolean> => {
    const free = concurrency - running.size;
    if (free <= 0) return false;
    const known = [...runningOf.keys()];
    // No more than the smallest number of free places of a group: all claimed jobs may be of that group, and those that are given back are
    // delayed.
    const limit = Math.min(free, ...known.map(roomOf).filter((room) => room > 0));
    // Started before the claim, so that it does not end after the lease in the database.
    const leaseEnd = clock.uptime() + leaseMs;
    const claimed = await jobs.claim(limit, leaseMs, known.filter(isFull));
    if (stopping.signal.aborted) {
      // Claimed while this process stops: due at once, for another process.
      const failure = { error: new Error('the process stops'), delayMs: 0 };
      await Promise.all(claimed.map((job) => jobs.postpone(job, failure)));
      return false;
    }
    const givenBack: Promise<void>[] = [];
    for (const job of claimed) {
      if (groups !== undefined && isFull(groups.of(job))) givenBack.push(groups.giveBack(job));
      else begin(job, leaseEnd);
    }
    await Promise.all(givenBack);
    return claimed.length === limit && running.size < concurrency;
  };

  const worker = createWorker({
    name,
    round: fill,
    pollMs,
    idleMs,
    logger,
    clock,
    ...(wokenBy && { wokenBy }),
  });
  const settled = (): Promise<unknown> => Promise.all(running);

  return {
    ...worker,
    async runDue() {
      let before: number;
      do {
        before = ended;
        await worker.runDue();
        if (ended === before && running.size > 0) await Promise.race(running);
        // A job that has ended, also during the round, leaves room for another.
      } while (running.size > 0 || ended !== before);
    },
    async drain(deadline) {
      await worker.drain(deadline);
      if (!(await inTime(settled(), deadline))) stopping.abort();
    },
    async stop() {
      stopping.abort();
      await worker.stop();
      if (!(await inTime(settled(), clock.deadline(abortedMs)))) {
        logger.warn(
          { worker: name, jobs: running.size },
          'jobs still running at stop, other workers repeat them when their leases expire',
        );
      }
    },
  };
}
