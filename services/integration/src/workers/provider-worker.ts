import type { BackoffOptions } from '@patchbay/runtime/backoff';
import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { createJobWorker, type Job, type JobGroups, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import { AttemptInterrupted } from '../attempts/limits.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { schema } from '../migrations.ts';
import { type Catalogue, UnknownProvider } from '../providers/catalogue.ts';

export interface WorkerTimes {
  /** Milliseconds between two polls. Default 2,000. */
  readonly pollMs?: number;
}

/** The longest time between two polls: work that begins with a change of this service wakes its workers. */
export const idleMs = 10_000;

const tracer = tracerOf(schema);

/** Runs a job in a new trace. */
const inJobSpan = <T>(job: string, work: () => Promise<T>): Promise<T> =>
  inSpan(tracer, spanTable.job.name(job), { parent: contextFromTraceparent(undefined) }, work);

/** Ends a job whose process stops or whose lease is over. The provider did not fail, so nothing is recorded. */
class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

export function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new JobInterrupted('the job was interrupted');
}

/** A postponed job: its error and the delay of the backoff. */
interface Postponed {
  readonly error: unknown;
  readonly delayMs: number;
}

/**
 * Whether the process stops, so that the job is due at once for another process. Jobs that were claimed too late have no delay.
 */
const isStopping = ({ error, delayMs }: Postponed): boolean =>
  error instanceof JobInterrupted || delayMs === 0;

/** Whether the provider was not called, or its answer not awaited. */
export const isInterrupted = (postponed: Postponed): boolean =>
  isStopping(postponed) || postponed.error instanceof AttemptInterrupted;

/** Milliseconds until an interrupted job is due again: random, so that such jobs do not run together. */
const shortDelayMs = (): number => 5_000 + 10_000 * Math.random();

/** Milliseconds until the job is due again, and at least the wait that the provider asked for. */
export function delayOf(postponed: Postponed): number {
  if (isStopping(postponed)) return 0;
  const { error, delayMs } = postponed;
  if (error instanceof AttemptInterrupted) return Math.min(delayMs, shortDelayMs());
  return Math.max(delayMs, (error instanceof ProviderFailure ? error.retryAfterMs : undefined) ?? 0);
}

/** Logs bugs. Failures of providers are counted, and logged by `report` if they are ours. */
export function logPostponed(logger: Logger, postponed: Postponed, job: string, integration: string): void {
  const { error: err } = postponed;
  if (isInterrupted(postponed) || err instanceof ProviderFailure) return;
  const fields = { err, integration, job };
  // During a rollout this version meets integrations of the next one.
  if (err instanceof UnknownProvider)
    logger.warn(fields, 'background job was postponed: this version does not know the provider');
  else logger.error(fields, 'background job failed and was postponed');
}

interface ProviderGroupsOptions<Row> {
  readonly catalogue: Catalogue;
  /** Concurrent jobs of the worker. */
  readonly concurrency: number;
  readonly giveBack: (job: Row) => Promise<void>;
}

/**
 * Limits the concurrent jobs at one provider to half of the jobs of the worker, so that a slow provider leaves room for others,
 * and to the concurrent requests of the provider.
 */
export const providerGroups = <Row extends Job & { readonly provider: string }>({
  catalogue,
  concurrency,
  giveBack,
}: ProviderGroupsOptions<Row>): JobGroups<Row> => ({
  of: ({ provider }) => provider,
  atOnce(provider) {
    const bound = catalogue.find(provider)?.provider.atOnce ?? concurrency;
    return Math.max(1, Math.min(Math.floor(concurrency / 2), bound));
  },
  giveBack,
});

/** A row of a queue whose jobs call providers. */
type ProviderJob = Job & { readonly provider: string };

interface ProviderWorkerOptions<Row extends ProviderJob> extends WorkerTimes {
  /** The name in log lines and spans, such as `renewal`. */
  readonly job: string;
  readonly catalogue: Catalogue;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Concurrent jobs; at most half of them at one provider. */
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
  /** Ends a job that must not be retried and returns true. Default: every job is retried. */
  readonly giveUp?: (due: Row, postponed: Postponed) => Promise<boolean>;
}

/** Milliseconds after which another process may claim the job of a dead process. */
const leaseMs = 60_000;

/** Runs the jobs of a queue that call providers: several at once, in any number of processes. */
export function createProviderWorker<Row extends ProviderJob>(options: ProviderWorkerOptions<Row>): Worker {
  const { job, catalogue, logger, clock, concurrency, retry, pollMs = 2_000 } = options;
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
    idleMs,
    retry,
    logger,
    clock,
  });
}
