import { Failure } from '@patchbay/errors/failure';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import type { Turn } from '@patchbay/runtime/turns';
import type { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';

/** Milliseconds for all requests of one attempt: less than the gateway waits for its answer (30 s). */
export const attemptMs = 25_000;

/** Milliseconds that an attempt waits for its turn at most. The rest of `attemptMs` is for its requests. */
const turnMs = 15_000;

/** Milliseconds for all requests of a renewal. */
export const renewalMs = 15_000;

/** Milliseconds in which the save of a renewal is retried while Postgres is away: longer than a restart or a failover takes. */
export const saveMs = 3_600_000;

/** Milliseconds of these that the lease lasts. */
const leasedSaveMs = 15_000;

/** Milliseconds that a short transaction takes at most, with its waits for a connection and a row lock. */
const transactionMs = 20_000;

/**
 * Milliseconds of the renewal lease: at least the requests, the saves that are repeated for some seconds and the last of them. A lease that
 * ends earlier would let another process use a refresh token that was replaced. No longer: a lease of a process that was killed keeps the
 * others from renewing. While Postgres is away nobody can take the lease, so a save counts after its end too.
 */
export const renewalLeaseMs = renewalMs + leasedSaveMs + transactionMs;

/**
 * An attempt that a limit of this installation ended. It says nothing about the provider, so nothing is recorded. A call fails as
 * `unavailable` (503), and the background repeats the attempt shortly after.
 */
export class AttemptInterrupted extends Failure {
  constructor(internal: string, cause?: unknown) {
    super('unavailable', 'Too many attempts are running. Try again.', {
      internal,
      cause,
      retryAfterSeconds: 1,
    });
  }
}

const ownBounds: ReadonlySet<OutgoingError['failure']> = new Set(['busy', 'canceled']);

/** Whether the request was not sent, or not awaited, because of a limit of the outgoing client or of the attempt. */
export const isInterruption = ({ cause }: ProviderFailure): boolean =>
  cause instanceof OutgoingError && ownBounds.has(cause.failure);

/** Waits for the turn of an attempt that somebody asked for; throws `AttemptInterrupted` if it takes too long. */
export type TakeTurn = (integration: Pick<Integration, 'provider' | 'workspace'>) => Promise<Turn>;

/**
 * Limits the attempts of each organization at a provider, over all processes. Otherwise the attempts of one organization could take
 * all concurrent requests that the outgoing clients send to the provider. `counts`: default that each process counts alone.
 */
export function createAttemptTurns({
  counts,
  clock,
}: {
  readonly counts?: SharedCounts | undefined;
  readonly clock: Clock;
}): TakeTurn {
  const refusal = (cause: Error) => new AttemptInterrupted('no turn for an attempt', cause);
  const bound = sharedBounds.attemptsPerOrganization;
  const turns = createSharedTurns({ bound, counts, maxWaiting: 100, refusal, clock });
  return ({ provider, workspace: { organizationId } }) =>
    turns.take(`${organizationId} ${provider}`, { timeoutMs: turnMs });
}
