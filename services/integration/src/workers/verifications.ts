import { toFailure } from '@patchbay/errors/failure';
import { systemActor } from '@patchbay/events/envelope';
import { count } from '@patchbay/telemetry/metrics';
import type { Worker } from '@patchbay/worker/worker';
import { type AttemptDependencies, type Verified } from '../attempts/dependencies.ts';
import { endOf, endsSoon, repeatMs, retryLimits } from '../attempts/schedule.ts';
import { settleVerification } from '../attempts/settle-verification.ts';
import type { Integration } from '../domain/integration.ts';
import { settingsFor } from '../providers/catalogue.ts';
import { findCredentials } from '../store/credentials.ts';
import { type DueVerification, giveVerificationBack, postponeVerification } from '../store/due-work.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { type CredentialUse, claimWhen, verificationTurns } from './organization-turns.ts';
import { createProviderWorker, refuseInterrupted, type WorkerTimes } from './provider-worker.ts';

/**
 * Verifies active integrations in the background, at `integrations.check_at`; a claim moves that past its lease. So one process
 * at a time verifies an integration, and another one repeats it if that process dies.
 */
export function createVerifications(
  parts: AttemptDependencies,
  { pollMs = 2_000, ...use }: WorkerTimes & CredentialUse = {},
): Worker {
  const { db, sealer, catalogue, connectorOf, verify, verificationIntervalMs, logger, clock } = parts;
  const retry = retryLimits(verificationIntervalMs);

  /** Reports an authorization that cannot be renewed before it ends, so that the client can connect again in time. */
  const reportEnd = (integration: Integration, { outcome, stored: { credentials } }: Verified): void => {
    const { id, provider } = integration;
    const settings = settingsFor(catalogue, integration);
    const end = endOf(connectorOf(provider), { settings, credentials });
    if (outcome.kind !== 'success' || !endsSoon(end, clock.now())) return;
    count('authorizationsEnding', 1, { provider });
    logger.warn(
      { integration: id, provider, endsAt: end.toISOString() },
      'authorization ends soon and cannot be renewed',
    );
  };

  const verifyDue = async ({ id, attempts }: DueVerification, signal: AbortSignal): Promise<void> => {
    const found = await findAnyIntegration(db, id);
    if (found?.integration.status !== 'active') return;
    const { integration } = found;
    const stored = await findCredentials(db, sealer, integration);
    if (stored === undefined) return;
    const verified = await verify(integration, stored, { attempt: 'verify', onRequest: false, signal });
    if (verified.outcome.kind !== 'success') refuseInterrupted(signal);
    reportEnd(integration, verified);
    await settleVerification(parts, systemActor, {
      before: integration,
      attempt: 'verify',
      verified,
      repeatMs: repeatMs(attempts, retry, verified.failure?.retryAfterMs),
    });
  };

  return createProviderWorker<DueVerification>({
    job: 'verification',
    catalogue,
    logger,
    clock,
    // The jobs mostly wait for providers and use a pool connection only before and after.
    concurrency: 16,
    retry,
    pollMs,
    claim: claimWhen(use, verificationTurns(db, { listMs: 5 * pollMs, clock })),
    work: (due, signal) =>
      verifyDue(due, signal).catch((error: unknown) => {
        // Deleted since it was read.
        if (toFailure(error).code !== 'not_found') throw error;
      }),
    postpone: (due, delayMs) => postponeVerification(db, due, delayMs),
    giveBack: (due, delayMs) => giveVerificationBack(db, due, delayMs),
  });
}
