import { count } from '@patchbay/telemetry/metrics';
import { createJobWorker, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import { attemptMs } from '../attempts/limits.ts';
import type { AttemptParts } from '../attempts/parts.ts';
import { endOf, endsSoon, repeatMs } from '../attempts/schedule.ts';
import { settleVerification } from '../attempts/settle-verification.ts';
import { type Verified, verifyStored } from '../attempts/verification.ts';
import type { Integration } from '../domain/integration.ts';
import { findCredentials } from '../store/credentials.ts';
import {
  claimVerifications,
  type DueVerification,
  postponeVerification,
} from '../store/due-verifications.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { backgroundCall, delayOf, inJobSpan, isUnexpected, refuseInterrupted } from './background.ts';

export interface WorkerTimes {
  /** Milliseconds between two polls. Default 2,000. */
  readonly pollMs?: number;
}

/**
 * Verifies active integrations in the background. `integrations.check_at` says when; a claim moves it past its lease, so that one
 * process at a time verifies an integration, and another one does it again if that process dies.
 */
export function createVerifications(parts: AttemptParts, { pollMs = 2_000 }: WorkerTimes = {}): Worker {
  const { db, sealer, connectorOf, verificationIntervalMs, logger } = parts;
  const retry = { min: Math.min(60_000, verificationIntervalMs), max: verificationIntervalMs };

  /** An authorization that nothing renews has to be given again by the client: the log and a metric tell it in time. */
  const reportEnd = ({ id, provider }: Integration, { outcome, stored }: Verified): void => {
    const renewable = connectorOf(provider).renew !== undefined;
    const end = endOf(stored.credentials, { renewable });
    if (outcome.kind !== 'success' || !endsSoon(end, new Date())) return;
    count('authorizationsEnding', 1, { provider });
    logger.warn(
      { integration: id, provider, endsAt: end.toISOString() },
      'the authorization of an integration ends soon and has to be given again',
    );
  };

  const verify = async ({ id, attempts }: DueVerification, signal: AbortSignal): Promise<void> => {
    const found = await findAnyIntegration(db, id);
    if (found?.integration.status !== 'active') return;
    const { integration } = found;
    const stored = await findCredentials(db, sealer, integration);
    if (stored === undefined) return;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
    const verified = await verifyStored(parts, integration, stored, 'verify', ending);
    if (verified.outcome.kind !== 'success') refuseInterrupted(signal);
    reportEnd(integration, verified);
    await settleVerification(parts, backgroundCall, {
      before: integration,
      attempt: 'verify',
      verified,
      repeatMs: repeatMs(attempts, retry, verified.failure?.retryAfterMs),
    });
  };

  const jobs: Jobs<DueVerification, void> = {
    claim: (limit, leaseMs) => claimVerifications(db, limit, leaseMs),
    work: (due, signal) => inJobSpan('verification', () => verify(due, signal)),
    async complete() {},
    async postpone(due, postponed) {
      if (isUnexpected(postponed))
        logger.error(
          { err: postponed.error, integration: due.id },
          'a verification failed; it is tried again later',
        );
      await postponeVerification(db, due, delayOf(postponed));
    },
  };

  return createJobWorker({
    name: 'verifications',
    jobs,
    leaseMs: 60_000,
    // Mostly waiting for providers; the connections of the pool are used only before and after.
    concurrency: 16,
    pollMs,
    retry,
    logger,
  });
}
