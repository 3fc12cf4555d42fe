import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { enableWithoutCredentials } from '../../attempts/settle-verification.ts';
import { findCredentials } from '../../store/credentials.ts';
import type { Dependencies } from '../dependencies.ts';
import { findForMember } from '../find-for-member.ts';
import { presentIntegration } from '../present-integration.ts';
import { noSuchIntegration } from '../read.ts';

/** Verifies the stored credentials first; a failure that may pass leaves the integration disabled. */
export const enableIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.enableIntegration> =>
  async ({ integrationId }, context) => {
    userOf(context);
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { db, sealer, verifyByHand } = dependencies;
    const found = await findForMember(db, access, integrationId);
    const { integration: before } = found;
    if (before.status !== 'disabled') return { integration: presentIntegration(dependencies, found) };
    const call = callOf(context);
    const stored = await findCredentials(db, sealer, before);
    const settled =
      stored === undefined
        ? await enableWithoutCredentials(dependencies, call, before)
        : await verifyByHand(call, before, stored, 'enable');
    if (settled === undefined) throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, settled) };
  };
