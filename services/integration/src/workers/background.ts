import type { Logger } from '@patchbay/telemetry/logger';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { AttemptInterrupted } from '../attempts/interrupted.ts';
import { UnknownProvider } from '../attempts/provider-of.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { schema } from '../migrations.ts';

export interface WorkerTimes {
  /** Milliseconds between two polls. Default 2,000. */
  readonly pollMs?: number;
}

const tracer = tracerOf(schema);

/** Runs a job inside a trace of its own. */
export const inJobSpan = <T>(job: string, work: () => Promise<T>): Promise<T> =>
  inSpan(tracer, spanTable.job.name(job), { parent: contextFromTraceparent(undefined) }, work);

/** Ends a job whose process stops or whose lease is over. The provider did not fail, so nothing is recorded of it. */
class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

export function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new JobInterrupted('the job was interrupted');
}

/** What a worker is told when a job is postponed. */
export interface Postponed {
  readonly error: unknown;
  readonly delayMs: number;
}

/** Whether the process stops, so that the job is due at once for another one. Jobs that are claimed too late have no delay. */
const isStopping = ({ error, delayMs }: Postponed): boolean =>
  error instanceof JobInterrupted || delayMs === 0;

/** Whether the provider was not asked, or not waited for. */
export const isInterrupted = (postponed: Postponed): boolean =>
  isStopping(postponed) || postponed.error instanceof AttemptInterrupted;

/** Milliseconds until a job that a bound of ours kept from running is due again: random, so that such jobs do not come together. */
export const shortDelayMs = (): number => 5_000 + 10_000 * Math.random();

/** Milliseconds until the job is due again; never before the time that the provider asked for. */
export function delayOf(postponed: Postponed): number {
  if (isStopping(postponed)) return 0;
  const { error, delayMs } = postponed;
  if (error instanceof AttemptInterrupted) return Math.min(delayMs, shortDelayMs());
  return Math.max(delayMs, (error instanceof ProviderFailure ? error.retryAfterMs : undefined) ?? 0);
}

/** Logs bugs and faults of ours. Failures of providers are counted, and logged where they are ours. */
export function logPostponed(logger: Logger, postponed: Postponed, job: string, integration: string): void {
  const { error: err } = postponed;
  if (isInterrupted(postponed) || err instanceof ProviderFailure) return;
  const fields = { err, integration, job };
  // While versions are replaced, this one meets integrations of the next.
  if (err instanceof UnknownProvider)
    logger.warn(
      fields,
      'this version does not know the provider of an integration; its job is tried again later',
    );
  else logger.error(fields, 'a job of the background failed; it is tried again later');
}
