import type { EventCall } from '@patchbay/events/envelope';
import { createSharedPromises } from '@patchbay/runtime/shared-promise';
import type { Integration } from '../domain/integration.ts';
import type { Attempt } from '../domain/outcome.ts';
import { findCredentials, type StoredCredentials } from '../store/credentials.ts';
import type { LockedIntegration } from '../store/integrations.ts';
import { attemptMs } from './limits.ts';
import type { AttemptParts } from './parts.ts';
import { settleVerification } from './settle-verification.ts';
import { keyOf } from './verify.ts';

/**
 * Verifies an integration because somebody asked for it, and records the outcome. Resolves with the integration as it is then;
 * undefined where it was deleted. Where the settings were changed meanwhile, it is verified once more with the new ones.
 */
export type VerifyByHand = (
  call: EventCall,
  integration: Integration,
  stored: StoredCredentials,
  attempt: Exclude<Attempt, 'connect'>,
) => Promise<LockedIntegration | undefined>;

/** Calls at the same moment share one verification and what it changes: the trail names whoever came first. */
export function createVerifyByHand(parts: AttemptParts): VerifyByHand {
  const { db, sealer, verify } = parts;
  const shared = createSharedPromises<LockedIntegration | undefined>();

  const run: VerifyByHand = async (call, integration, stored, attempt) => {
    const signal = AbortSignal.timeout(attemptMs);
    const once = async (before: Integration, credentials: StoredCredentials) =>
      settleVerification(parts, call, {
        before,
        attempt,
        verified: await verify(before, credentials, { attempt, byHand: true, signal }),
      });
    const first = await once(integration, stored);
    if (first === undefined || !first.outdated) return first?.locked;
    const changed = { ...first.locked.integration, workspace: integration.workspace };
    const current = await findCredentials(db, sealer, changed);
    return current === undefined ? first.locked : (await once(changed, current))?.locked;
  };

  return (call, integration, stored, attempt) =>
    shared.run(`${attempt} ${keyOf(integration, stored)}`, () => run(call, integration, stored, attempt));
}
