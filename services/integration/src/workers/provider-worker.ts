import type { BackoffOptions } from '@patchbay/runtime/backoff';
import type { Logger } from '@patchbay/telemetry/logger';
import { createJobWorker, type Job, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import type { Catalogue } from '../providers/catalogue.ts';
import {
  delayOf,
  inJobSpan,
  logPostponed,
  type Postponed,
  refuseInterrupted,
  shortDelayMs,
  type WorkerTimes,
} from './background.ts';
import { providerGroups } from './provider-groups.ts';

/** A row of a queue whose jobs ask providers. */
type ProviderJob = Job & { readonly provider: string };

export interface ProviderWorkerOptions<Row extends ProviderJob> extends WorkerTimes {
  /** For log lines and spans: `renewal`. */
  readonly job: string;
  readonly catalogue: Catalogue;
  readonly logger: Logger;
  /** Jobs that run at once; half of them at one provider. */
  readonly concurrency: number;
  readonly retry: Required<Pick<BackoffOptions, 'min' | 'max'>>;
  readonly claim: Jobs<Row, void>['claim'];
  readonly work: (due: Row, signal: AbortSignal) => Promise<void>;
  /** Default: `work` has recorded everything. */
  readonly complete?: (due: Row) => Promise<void>;
  /** The job is due again after this time. */
  readonly postpone: (due: Row, delayMs: number) => Promise<void>;
  /** Undoes a claim: the job is due again after this time. */
  readonly giveBack: (due: Row, delayMs: number) => Promise<void>;
  /** Ends a job that is not to be tried again; false where it is. Default: every job is tried again. */
  readonly giveUp?: (due: Row, postponed: Postponed) => Promise<boolean>;
}

/** Milliseconds after which another process may do the job of one that died. */
const leaseMs = 60_000;

/** Works on a queue whose jobs ask providers: several at once, in any number of processes. */
export function createProviderWorker<Row extends ProviderJob>(options: ProviderWorkerOptions<Row>): Worker {
  const { job, catalogue, logger, concurrency, retry, pollMs = 2_000 } = options;
  const jobs: Jobs<Row, void> = {
    claim: options.claim,
    work: (due, signal) =>
      inJobSpan(job, () =>
        options.work(due, signal).catch((error: unknown) => {
          refuseInterrupted(signal);
          throw error;
        }),
      ),
    complete: async (due) => options.complete?.(due),
    async postpone(due, postponed) {
      if (await options.giveUp?.(due, postponed)) return;
      logPostponed(logger, postponed, job, due.id);
      await options.postpone(due, delayOf(postponed));
    },
  };
  return createJobWorker({
    name: `${job}s`,
    jobs,
    groups: providerGroups<Row>({
      catalogue,
      concurrency,
      giveBack: (due) => options.giveBack(due, shortDelayMs()),
    }),
    leaseMs,
    concurrency,
    pollMs,
    retry,
    logger,
  });
}
