import { createJobWorker, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import type { AttemptParts } from '../attempts/parts.ts';
import { providerOf, settingsFor } from '../attempts/provider-of.ts';
import type { SameClient } from '../attempts/same-client.ts';
import { report, reportFailure } from '../attempts/tried.ts';
import { lastingCredentials } from '../connector/credentials.ts';
import { ProviderFailure } from '../connector/failure.ts';
import {
  claimRevocations,
  deleteRevocation,
  isConnectedElsewhere,
  postponeRevocation,
  type Revocation,
} from '../store/revocations.ts';
import { openSecrets } from '../store/sealed-secrets.ts';
import {
  delayOf,
  inJobSpan,
  isInterrupted,
  logPostponed,
  refuseInterrupted,
  shortDelayMs,
  type WorkerTimes,
} from './background.ts';
import { providerGroups } from './provider-groups.ts';

export type RevocationParts = Pick<AttemptParts, 'db' | 'sealer' | 'catalogue' | 'connectorOf' | 'logger'> & {
  readonly sameClient: SameClient;
};

const concurrency = 4;
const retry = { min: 60_000, max: 3_600_000 };

/** Milliseconds after which the credentials are destroyed although the provider has not revoked them. */
const giveUpMs = 86_400_000;

/** Milliseconds for the requests of one attempt. */
const revocationMs = 20_000;

/**
 * Revokes the credentials of deleted integrations at their providers, then destroys them. The integration itself is gone by then:
 * a provider that cannot be reached delays nothing but this. Where a revocation ends everything that the person granted to our
 * client, it is left out while another integration of the organization is connected through that client.
 */
export function createRevocations(parts: RevocationParts, { pollMs = 2_000 }: WorkerTimes = {}): Worker {
  const { db, sealer, catalogue, connectorOf, sameClient, logger } = parts;

  const revoke = async (revocation: Revocation, signal: AbortSignal): Promise<void> => {
    const { id, organizationId, workspaceId, sealed } = revocation;
    const subject = { provider: providerOf(catalogue, revocation), integrationId: id, logger };
    const connector = connectorOf(revocation.provider);
    if (connector.revoke === undefined) return;
    // It would end the authorization of the other integration, too, where the same person gave both.
    if (
      connector.revokesGrant &&
      (await isConnectedElsewhere(db, revocation, sameClient(revocation.provider)))
    )
      return;
    const secrets = openSecrets(sealer, { id, workspace: { id: workspaceId, organizationId } }, sealed);
    const connection = {
      settings: settingsFor(catalogue, revocation),
      credentials: lastingCredentials(secrets),
    };
    try {
      await connector.revoke(connection, AbortSignal.any([signal, AbortSignal.timeout(revocationMs)]));
      report(subject, 'revoke');
    } catch (error) {
      refuseInterrupted(signal);
      if (!(error instanceof ProviderFailure)) throw error;
      reportFailure(subject, 'revoke', error);
      // Refused: there is nothing to be revoked any more.
      if (error.kind !== 'permanent') throw error;
    }
  };

  const jobs: Jobs<Revocation, void> = {
    claim: (limit, leaseMs, fullGroups) => claimRevocations(db, limit, leaseMs, fullGroups),
    work: (revocation, signal) => inJobSpan('revocation', () => revoke(revocation, signal)),
    complete: (revocation) => deleteRevocation(db, revocation),
    async postpone(revocation, postponed) {
      const { id, provider, attempts, createdAt } = revocation;
      const { error } = postponed;
      if (!isInterrupted(postponed) && Date.now() - createdAt.getTime() >= giveUpMs) {
        logger.warn(
          { err: error, integration: id, provider, attempts },
          'credentials of a deleted integration were destroyed although their provider did not revoke them',
        );
        return deleteRevocation(db, revocation);
      }
      logPostponed(logger, postponed, 'revocation', id);
      return postponeRevocation(db, revocation, delayOf(postponed));
    },
  };

  return createJobWorker({
    name: 'revocations',
    jobs,
    groups: providerGroups<Revocation>({
      catalogue,
      concurrency,
      giveBack: (revocation) => postponeRevocation(db, revocation, shortDelayMs()),
    }),
    leaseMs: 60_000,
    concurrency,
    pollMs,
    retry,
    logger,
  });
}
