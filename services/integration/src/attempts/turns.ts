import { createTurns, type Turn } from '@patchbay/runtime/turns';
import type { Integration } from '../domain/integration.ts';
import { AttemptInterrupted } from './interrupted.ts';
import { turnMs } from './limits.ts';

/** Waits for the turn of an attempt that somebody asked for; throws `AttemptInterrupted` if it takes too long. */
export type TakeTurn = (integration: Pick<Integration, 'provider' | 'workspace'>) => Promise<Turn>;

export interface AttemptTurnsOptions {
  /** Attempts of one organization at one provider that run at the same time. Default 3. */
  readonly atOnce?: number;
  /** Default `turnMs`. */
  readonly timeoutMs?: number;
}

/**
 * Bounds the attempts that each organization runs at a provider in this process. Without it the attempts of one organization could
 * take all requests that the outgoing client sends to the provider at once, and those of others would fail.
 */
export function createAttemptTurns({ atOnce = 3, timeoutMs = turnMs }: AttemptTurnsOptions = {}): TakeTurn {
  const refusal = (cause: Error) => new AttemptInterrupted('no turn for an attempt', cause);
  const turns = createTurns({ atOnce, maxWaiting: 100, refusal });
  return ({ provider, workspace: { organizationId } }) =>
    turns.take(`${organizationId} ${provider}`, { timeoutMs });
}
