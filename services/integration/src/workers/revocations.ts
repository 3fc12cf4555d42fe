import type { Worker } from '@patchbay/worker/worker';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { report, reportFailure } from '../attempts/run-attempt.ts';
import { forOrganization } from '../connector/call.ts';
import { lastingCredentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import { providerOf, settingsFor } from '../providers/catalogue.ts';
import {
  claimRevocations,
  deleteRevocation,
  postponeRevocation,
  type Revocation,
} from '../store/revocations.ts';
import { openSecrets } from '../store/sealed-secrets.ts';
import {
  createProviderWorker,
  isInterrupted,
  refuseInterrupted,
  type WorkerTimes,
} from './provider-worker.ts';

export type RevocationParts = Pick<
  AttemptDependencies,
  'db' | 'sealer' | 'catalogue' | 'connectorOf' | 'logger' | 'clock'
>;

/** Milliseconds after which credentials are destroyed although the provider has not revoked them. */
const giveUpMs = 86_400_000;

/** Milliseconds for the requests of one attempt. */
const revocationMs = 20_000;

/**
 * Revokes the credentials of deleted integrations at their providers, then destroys them. The deletion itself does not wait for
 * the provider.
 */
export function createRevocations(parts: RevocationParts, { pollMs = 2_000 }: WorkerTimes = {}): Worker {
  const { db, sealer, catalogue, connectorOf, logger, clock } = parts;

  const revoke = async (revocation: Revocation, signal: AbortSignal): Promise<void> => {
    const { id, organizationId, workspaceId, sealed } = revocation;
    const subject = { provider: providerOf(catalogue, revocation), integrationId: id, logger };
    const connector = connectorOf(revocation.provider);
    if (connector.revoke === undefined) return;
    const revokeAt = connector.revoke.bind(connector);
    const secrets = openSecrets(sealer, { id, workspace: { id: workspaceId, organizationId } }, sealed);
    const connection = {
      settings: settingsFor(catalogue, revocation),
      credentials: lastingCredentials(secrets),
    };
    try {
      await forOrganization(organizationId, () =>
        revokeAt(connection, AbortSignal.any([signal, clock.deadline(revocationMs)])),
      );
      report(subject, 'revoke');
    } catch (error) {
      refuseInterrupted(signal);
      if (!(error instanceof ProviderFailure)) throw error;
      reportFailure(subject, 'revoke', error);
      // A refusal means that there is nothing left to revoke.
      if (error.kind !== 'permanent') throw error;
    }
  };

  return createProviderWorker<Revocation>({
    job: 'revocation',
    catalogue,
    logger,
    clock,
    concurrency: 4,
    retry: { min: 60_000, max: 3_600_000 },
    pollMs,
    claim: (limit, leaseMs, fullProviders) => claimRevocations(db, limit, leaseMs, fullProviders),
    work: revoke,
    complete: (revocation) => deleteRevocation(db, revocation),
    postpone: (revocation, delayMs) => postponeRevocation(db, revocation, delayMs),
    giveBack: (revocation, delayMs) => postponeRevocation(db, revocation, delayMs),
    async giveUp(revocation, postponed) {
      const { id, provider, attempts, createdAt } = revocation;
      if (isInterrupted(postponed) || db.now().getTime() - createdAt.getTime() < giveUpMs) return false;
      logger.warn(
        { err: postponed.error, integration: id, provider, attempts },
        'credentials of a deleted integration were destroyed without revocation',
      );
      await deleteRevocation(db, revocation);
      return true;
    },
  });
}
