import { Failure } from '@patchbay/errors/failure';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import type { ProviderFailure } from '../connector/failure.ts';

/**
 * An attempt that a bound of this installation ended: it says nothing about the provider, so nothing is recorded of it. A call fails
 * as `unavailable` (503), the background repeats the attempt shortly after.
 */
export class AttemptInterrupted extends Failure {
  constructor(internal: string, cause?: unknown) {
    super('unavailable', 'Too much is under way to make this attempt now: try again.', {
      internal,
      cause,
      retryAfterSeconds: 1,
    });
  }
}

const ownBounds: ReadonlySet<OutgoingError['failure']> = new Set(['busy', 'canceled']);

/** Whether the request was not sent, or not waited for, because of a bound of the outgoing client or of the attempt. */
export const isInterruption = ({ cause }: ProviderFailure): boolean =>
  cause instanceof OutgoingError && ownBounds.has(cause.failure);
