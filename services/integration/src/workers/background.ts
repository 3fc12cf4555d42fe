import type { EventCall } from '@patchbay/events/envelope';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { ProviderFailure } from '../connector/failure.ts';
import { schema } from '../migrations.ts';

/** The actor of everything that the background does. */
export const backgroundCall: EventCall = {
  caller: { type: 'system' },
  requestId: '',
  ipAddress: null,
  userAgent: null,
};

const tracer = tracerOf(schema);

/** Runs a job inside a trace of its own. */
export const inJobSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan(tracer, name, {}, work);

/** Ends a job whose process stops or whose lease is over. The provider did not fail, so nothing is recorded of it. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

export function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new JobInterrupted('the job was interrupted');
}

/** What a worker is told when a job is postponed. */
interface Postponed {
  readonly error: unknown;
  readonly delayMs: number;
}

/** Whether the process stops, so that the job is due at once for another one. Jobs that are claimed too late have no delay. */
export const isInterrupted = ({ error, delayMs }: Postponed): boolean =>
  error instanceof JobInterrupted || delayMs === 0;

/** Milliseconds until the job is due again; never before the time that the provider asked for. */
export function delayOf(postponed: Postponed): number {
  if (isInterrupted(postponed)) return 0;
  const { error, delayMs } = postponed;
  return Math.max(delayMs, (error instanceof ProviderFailure ? error.retryAfterMs : undefined) ?? 0);
}

/** Whether an error is a bug or a fault of ours. Failures of providers are counted, and logged where they are ours. */
export const isUnexpected = (postponed: Postponed): boolean =>
  !isInterrupted(postponed) && !(postponed.error instanceof ProviderFailure);
