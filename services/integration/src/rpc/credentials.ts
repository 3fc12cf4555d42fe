import type { CredentialService } from '@patchbay/contracts/patchbay/integration/v1/credential_service';
import { conflict, Failure } from '@patchbay/errors/failure';
import { systemActor } from '@patchbay/events/envelope';
import type { Method } from '@patchbay/rpc/method';
import { attemptMs } from '../attempts/limits.ts';
import { settleRefusal } from '../attempts/settle-verification.ts';
import { ProviderFailure, sentenceOf } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import { providerOf } from '../providers/catalogue.ts';
import { findCredentials, isWorking, markWorking, type StoredCredentials } from '../store/credentials.ts';
import { findAnyIntegration, lockIntegration, turnOfIntegration } from '../store/integrations.ts';
import type { Dependencies } from './dependencies.ts';
import { idOf, noSuchIntegration } from './member-integration.ts';

/** Milliseconds in which credentials that were verified after a 401 are neither renewed nor verified because of another one. */
const workingMs = 60_000;

/** Checks no access: relay has done so for the request that it serves. */
async function findStored(
  { db, sealer }: Dependencies,
  id: string,
): Promise<{ readonly integration: Integration; readonly stored: StoredCredentials }> {
  const found = await findAnyIntegration(db, idOf(id));
  const stored = found && (await findCredentials(db, sealer, found.integration));
  if (found === undefined || stored === undefined) throw noSuchIntegration();
  return { integration: found.integration, stored };
}

export const renewCredentials =
  (dependencies: Dependencies): Method<typeof CredentialService.method.renewCredentials> =>
  async ({ integrationId, version, isRefused }) => {
    const { db, clock, renew } = dependencies;
    const { integration, stored } = await findStored(dependencies, integrationId);
    if (stored.version !== version) return { version: stored.version };
    if (isRefused && (await isWorking(db, integration.id))) return { version };
    try {
      const renewed = await renew(integration, stored, clock.deadline(attemptMs));
      return { version: renewed.version };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.kind !== 'permanent')
        throw new Failure('unavailable', undefined, {
          internal: `the renewal failed: ${error.message}`,
          retryAfterSeconds: 1,
          byProvider: error.kind === 'transient',
          cause: error,
        });
      await settleRefusal(dependencies, integration, stored, error);
      throw conflict(sentenceOf(error, 'check', providerOf(dependencies.catalogue, integration).name));
    }
  };

export const reportUnauthorized =
  (dependencies: Dependencies): Method<typeof CredentialService.method.reportUnauthorized> =>
  async ({ integrationId, version }) => {
    const { db, transact, verifyOnRequest } = dependencies;
    const { integration, stored } = await findStored(dependencies, integrationId);
    if (stored.version !== version || (await isWorking(db, integration.id))) return {};
    // The provider may have refused what was asked, and not the token.
    await verifyOnRequest(systemActor, integration, stored, 'verify');
    const turn = turnOfIntegration(integration);
    await transact({ name: 'mark credentials as working', turn }, async (tx) => {
      const locked = await lockIntegration(tx, integration.id);
      if (locked?.integration.status === 'active') await markWorking(tx, locked, workingMs);
    });
    return {};
  };
