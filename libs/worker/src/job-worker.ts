import { type BackoffOptions, backoffMs, pause } from '@patchbay/runtime/backoff';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { createWorker, type Worker, type WorkerOptions } from './worker.ts';

export interface Job {
  /** For log lines. */
  readonly id: string;
  /** Counted by `claim`: 1 for the first. It tells an owner of the job from those before it, whose leases have run out. */
  readonly attempts: number;
}

/** A queue whose rows become due, and what is to be done with them. */
export interface Jobs<Row extends Job, Result> {
  /** Takes up to `limit` jobs that are due, with `for update skip locked`. Nobody else takes them before the lease has run out. */
  claim(limit: number, leaseMs: number): Promise<readonly Row[]>;
  /**
   * Does the job. The signal aborts when it has to end: its lease has run out, or the process stops. A job whose worker died
   * is done again, so it must be safe to do twice.
   */
  work(job: Row, signal: AbortSignal): Promise<Result>;
  /** Records that the job is done. Called again while it fails, until the lease has run out. */
  complete(job: Row, result: Result): Promise<void>;
  /**
   * Records that `work` has thrown: the job is due again after `delayMs`, or given up. Must have no effect where somebody else
   * has claimed the job since, which `attempts` tells.
   */
  postpone(job: Row, failure: { readonly error: unknown; readonly delayMs: number }): Promise<void>;
}

export interface JobWorkerOptions<Row extends Job, Result> extends Pick<WorkerOptions, 'name' | 'wokenBy'> {
  readonly jobs: Jobs<Row, Result>;
  /** How long a claimed job is nobody else's; longer than a job takes. */
  readonly leaseMs: number;
  /** Jobs at once. Default 4: one that is slow keeps nobody waiting. */
  readonly concurrency?: number;
  /** How often to look for jobs that became due without anybody saying so. Default 5 s. */
  readonly pollMs?: number;
  /** Waits between two attempts of a job, by the attempts it has had. */
  readonly retry: Required<BackoffOptions>;
  readonly logger: Logger;
}

/** How long a stop waits for jobs that it has aborted, in milliseconds: long enough to record what became of them. */
const abortedMs = 500;

/** Works on the jobs of a queue, several at once. Any number of processes may do so. */
export function createJobWorker<Row extends Job, Result>({
  name,
  wokenBy,
  jobs,
  leaseMs,
  concurrency = 4,
  pollMs = 5_000,
  retry,
  logger,
}: JobWorkerOptions<Row, Result>): Worker {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const complete = async (job: Row, result: Result, signal: AbortSignal): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await jobs.complete(job, result);
      } catch (error) {
        if (signal.aborted) throw error;
        await pause(backoffMs(failures), signal);
      }
    }
  };

  /** Rejects only when what became of the job could not be recorded. */
  const settle = async (job: Row, signal: AbortSignal): Promise<void> => {
    let result: Result;
    try {
      result = await jobs.work(job, signal);
    } catch (error) {
      return jobs.postpone(job, { error, delayMs: backoffMs(job.attempts, retry) });
    }
    await complete(job, result, signal);
  };

  const begin = (job: Row, leaseEnd: AbortSignal): void => {
    const run = settle(job, AbortSignal.any([stopping.signal, leaseEnd]))
      .catch((error: unknown) => {
        logger.error({ err: error, worker: name, job: job.id }, 'what became of a job was not recorded');
      })
      .finally(() => {
        running.delete(run);
        worker.wake();
      });
    running.add(run);
  };

  /** Fills the free places; true when there may be more to take. */
  const fill = async (): Promise<boolean> => {
    const free = concurrency - running.size;
    if (free <= 0) return false;
    // From before the claim: our lease must not end after the one in the database.
    const leaseEnd = AbortSignal.timeout(leaseMs);
    const claimed = await jobs.claim(free, leaseMs);
    for (const job of claimed) begin(job, leaseEnd);
    return claimed.length === free && running.size < concurrency;
  };

  const worker = createWorker({ name, round: fill, pollMs, logger, ...(wokenBy && { wokenBy }) });
  const settled = (): Promise<unknown> => Promise.all(running);

  return {
    ...worker,
    async drain(deadline) {
      await worker.drain(deadline);
      if (!(await inTime(settled(), deadline))) stopping.abort();
    },
    async stop() {
      stopping.abort();
      await worker.stop();
      if (!(await inTime(settled(), AbortSignal.timeout(abortedMs)))) {
        logger.warn({ worker: name, jobs: running.size }, 'jobs were still being done; they are taken again');
      }
    },
  };
}
