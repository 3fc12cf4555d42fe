import { inTime } from '@patchbay/runtime/deadline';
import { createSharedPromises } from '@patchbay/runtime/shared-promise';
import type { Integration } from '../domain/integration.ts';
import type { Attempt } from '../domain/outcome.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import { AttemptInterrupted } from './interrupted.ts';
import { attemptMs } from './limits.ts';
import type { AttemptParts } from './parts.ts';
import { type Verified, verifyStored } from './verification.ts';

export interface VerifyOptions {
  readonly attempt: Exclude<Attempt, 'connect'>;
  /** Whether somebody asked for it. If so, it waits for a turn of the organization. */
  readonly byHand: boolean;
  /** Ends the wait for the outcome. The verification itself goes on: others may wait for it. */
  readonly signal: AbortSignal;
}

/** Verifies stored credentials. Throws `AttemptInterrupted` where a bound of ours ended it: then nothing is to be recorded. */
export type Verify = (
  integration: Integration,
  stored: StoredCredentials,
  options: VerifyOptions,
) => Promise<Verified>;

export type VerifyParts = Pick<AttemptParts, 'catalogue' | 'connectorOf' | 'renew' | 'takeTurn' | 'logger'>;

/** Who verifies the same credentials with the same settings shares one verification. */
export const keyOf = ({ id, settings }: Integration, { version }: StoredCredentials): string =>
  `${id} ${version} ${JSON.stringify(settings)}`;

/** One verification of an integration runs at a time in this process: all who want it meanwhile get its outcome. */
export function createVerify(parts: VerifyParts): Verify {
  const { takeTurn } = parts;
  const shared = createSharedPromises<Verified>();

  const run = async (
    integration: Integration,
    stored: StoredCredentials,
    { attempt, byHand }: VerifyOptions,
  ): Promise<Verified> => {
    const signal = AbortSignal.timeout(attemptMs);
    const turn = byHand ? await takeTurn(integration) : undefined;
    try {
      return await verifyStored(parts, integration, stored, attempt, signal);
    } finally {
      turn?.release();
    }
  };

  return async (integration, stored, options) => {
    const verification = shared.run(keyOf(integration, stored), () => run(integration, stored, options));
    if (await inTime(verification, options.signal)) return verification;
    throw new AttemptInterrupted('the verification takes too long');
  };
}
