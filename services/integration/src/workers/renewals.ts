import { toFailure } from '@patchbay/errors/failure';
import type { Worker } from '@patchbay/worker/worker';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { attemptMs } from '../attempts/limits.ts';
import { settleRefusal } from '../attempts/settle-verification.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { findCredentials } from '../store/credentials.ts';
import { type DueRenewal, giveRenewalBack, postponeRenewal } from '../store/due-work.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { type CredentialUse, claimWhen, renewalTurns } from './organization-turns.ts';
import { createProviderWorker, type WorkerTimes } from './provider-worker.ts';

/**
 * Renews access tokens of active integrations before they end, at `credentials.renew_at`; a claim moves that past its lease. A
 * transient failure does not change the integration: a verification finds out whether the token still works.
 */
export function createRenewalWorker(
  parts: AttemptDependencies,
  { pollMs = 2_000, ...use }: WorkerTimes & CredentialUse = {},
): Worker {
  const { db, sealer, catalogue, renew, logger, clock } = parts;

  const renewDue = async ({ id }: DueRenewal, signal: AbortSignal): Promise<void> => {
    const found = await findAnyIntegration(db, id);
    if (found?.integration.status !== 'active') return;
    const { integration } = found;
    const stored = await findCredentials(db, sealer, integration);
    if (stored === undefined) return;
    try {
      await renew(integration, stored, AbortSignal.any([signal, clock.deadline(attemptMs)]));
    } catch (error) {
      // Deleted since it was read.
      if (toFailure(error).code === 'not_found') return;
      if (!(error instanceof ProviderFailure) || error.kind !== 'permanent') throw error;
      await settleRefusal(parts, integration, stored, error);
    }
  };

  return createProviderWorker<DueRenewal>({
    job: 'renewal',
    catalogue,
    logger,
    clock,
    concurrency: 8,
    retry: { min: 30_000, max: 600_000 },
    pollMs,
    claim: claimWhen(use, renewalTurns(db, { listMs: 5 * pollMs, clock })),
    work: renewDue,
    postpone: (due, delayMs) => postponeRenewal(db, due, delayMs),
    giveBack: (due, delayMs) => giveRenewalBack(db, due, delayMs),
  });
}
