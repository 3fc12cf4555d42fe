import type { EventCall } from '@patchbay/events/envelope';
import { systemActor } from '@patchbay/events/envelope';
import { createSharedPromises } from '@patchbay/runtime/shared-promise';
import type { ProviderFailure } from '../connector/failure.ts';
import { type Integration, sameValues } from '../domain/integration.ts';
import { type Attempt, enableUnconnected, settle, showingChosen } from '../domain/outcome.ts';
import { providerOf, settingsFor } from '../providers/catalogue.ts';
import { findCredentials, type StoredCredentials, versionOfCredentials } from '../store/credentials.ts';
import { resumeRenewals, scheduleVerification, verifySooner } from '../store/due-work.ts';
import {
  type LockedIntegration,
  lockIntegration,
  saveIntegration,
  turnOfIntegration,
} from '../store/integrations.ts';
import type { Tx } from '../store/transaction.ts';
import { type AttemptDependencies, type Verified } from './dependencies.ts';
import { attemptMs } from './limits.ts';
import { outcomeOf } from './run-attempt.ts';
import { endOf, firstRetryMs, nextVerificationMs } from './schedule.ts';
import { keyOf } from './verify.ts';

interface VerificationToSettle {
  /** As it was read before the verification. */
  readonly before: Integration;
  readonly attempt: Exclude<Attempt, 'connect'>;
  readonly verified: Verified;
  /** Milliseconds until the background verifies again after a transient failure. Default: the schedule stays. */
  readonly repeatMs?: number;
}

interface SettledVerification {
  /** The integration as it is now. */
  readonly locked: LockedIntegration;
  /** Nothing was recorded, because the settings have changed since the verification began. */
  readonly outdated: boolean;
}

/** Whether something has happened since the verification began that makes its outcome irrelevant. */
async function isSuperseded(
  tx: Tx,
  locked: LockedIntegration,
  { before, attempt, verified: { outcome, stored } }: VerificationToSettle,
  fromBackground: boolean,
): Promise<boolean> {
  const { status, connectedAt } = locked.integration;
  if (attempt === 'enable' && status !== 'disabled') return true;
  // Disabled or set to `error` since the background claimed it.
  if (fromBackground && status !== 'active') return true;
  // Connected again: the verified credentials are no longer stored.
  if (connectedAt?.getTime() !== before.connectedAt?.getTime()) return true;
  // Renewed since: the refusal may have been about the replaced credentials.
  return outcome.kind === 'permanent' && (await versionOfCredentials(tx, locked)) !== stored.version;
}

/** Whether the outcome depends on settings that have changed since. */
const isOutdated = (
  { integration: { settings } }: LockedIntegration,
  { before, verified: { outcome } }: VerificationToSettle,
): boolean =>
  (outcome.kind === 'success' || outcome.kind === 'permanent') && !sameValues(settings, before.settings);

/**
 * Records a verification in one short transaction, after the requests. Resolves with the current integration, even if the outcome
 * no longer matters; undefined if it was deleted. If the outcome is outdated, the background verifies again at once.
 */
export const settleVerification = (
  { transact, outbox, catalogue, connectorOf, verificationIntervalMs }: AttemptDependencies,
  call: EventCall,
  toSettle: VerificationToSettle,
): Promise<SettledVerification | undefined> =>
  transact(
    { name: 'settle verification', turn: turnOfIntegration(toSettle.before) },
    async (tx): Promise<SettledVerification | undefined> => {
      const { before, attempt, verified, repeatMs } = toSettle;
      const { outcome, stored } = verified;
      const locked = await lockIntegration(tx, before.id);
      if (locked === undefined) return undefined;
      const fromBackground = repeatMs !== undefined;
      if (await isSuperseded(tx, locked, toSettle, fromBackground)) return { locked, outdated: false };
      if (isOutdated(locked, toSettle)) {
        if (fromBackground) await scheduleVerification(tx, locked, 0);
        return { locked, outdated: true };
      }
      const now = tx.now();
      const current = { ...locked.integration, workspace: before.workspace };
      const { accountSettings } = providerOf(catalogue, before).use;
      const shown = showingChosen(outcome, current, accountSettings);
      const { integration, events } = settle(current, attempt, shown, now);
      const isSuccess = outcome.kind === 'success';
      const end = isSuccess
        ? endOf(connectorOf(integration.provider), {
            settings: settingsFor(catalogue, integration),
            credentials: stored.credentials,
          })
        : integration.authorizationEndsAt;
      await saveIntegration(tx, locked, { ...integration, authorizationEndsAt: end });
      if (isSuccess) {
        await scheduleVerification(tx, locked, nextVerificationMs(verificationIntervalMs, end, now));
        if (locked.integration.status !== 'active') await resumeRenewals(tx, locked);
      } else if (fromBackground) {
        await scheduleVerification(tx, locked, repeatMs, { again: true });
      } else if (integration.lastErrorAt === now) {
        // So that the failure is not shown for hours after its cause has ended.
        await verifySooner(tx, locked, firstRetryMs(verificationIntervalMs, verified.failure));
      }
      await outbox.record(tx, call, events);
      return { locked: { ...locked, integration }, outdated: false };
    },
  );

/**
 * Records that the provider has refused the stored credentials for good, outside of a verification: in a renewal or a relayed request.
 * The same as `settleVerification` does for a refusal in the background.
 */
export const settleRefusal = (
  parts: AttemptDependencies,
  integration: Integration,
  stored: StoredCredentials,
  failure: ProviderFailure,
): Promise<SettledVerification | undefined> =>
  settleVerification(parts, systemActor, {
    before: integration,
    attempt: 'verify',
    verified: {
      outcome: outcomeOf(failure, 'check', providerOf(parts.catalogue, integration).name),
      failure,
      stored,
    },
    repeatMs: parts.verificationIntervalMs,
  });

/**
 * Enables an integration that was never connected, so there is nothing to verify. Changes nothing if it is no longer disabled.
 */
export const enableWithoutCredentials = (
  { transact, outbox }: Pick<AttemptDependencies, 'transact' | 'outbox'>,
  call: EventCall,
  before: Integration,
): Promise<LockedIntegration | undefined> =>
  transact({ name: 'enable integration', turn: turnOfIntegration(before) }, async (tx) => {
    const locked = await lockIntegration(tx, before.id);
    if (locked?.integration.status !== 'disabled') return locked;
    const { workspace } = before;
    const { integration, events } = enableUnconnected({ ...locked.integration, workspace }, tx.now());
    await saveIntegration(tx, locked, integration);
    await outbox.record(tx, call, events);
    return { ...locked, integration };
  });

/**
 * Verifies an integration on request and records the outcome. Resolves with the current integration; undefined if it was deleted.
 * If the settings have changed meanwhile, it is verified once more with the new ones.
 */
export type VerifyOnRequest = (
  call: EventCall,
  integration: Integration,
  stored: StoredCredentials,
  attempt: Exclude<Attempt, 'connect'>,
) => Promise<LockedIntegration | undefined>;

/** Concurrent calls share one verification and its event: the trail names the first caller. */
export function createVerifyOnRequest(parts: AttemptDependencies): VerifyOnRequest {
  const { db, sealer, verify, clock } = parts;
  const shared = createSharedPromises<LockedIntegration | undefined>();

  const run: VerifyOnRequest = async (call, integration, stored, attempt) => {
    const signal = clock.deadline(attemptMs);
    const once = async (before: Integration, credentials: StoredCredentials) =>
      settleVerification(parts, call, {
        before,
        attempt,
        verified: await verify(before, credentials, { attempt, onRequest: true, signal }),
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
