import type { EventCall } from '@patchbay/events/envelope';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
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

/** An interrupted job is due at once for another process. */
export const delayAfter = (error: unknown, delayMs: number): number =>
  error instanceof JobInterrupted ? 0 : delayMs;
