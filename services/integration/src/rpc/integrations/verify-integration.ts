import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { neverConnected } from '../../domain/integration.ts';
import { findCredentials } from '../../store/credentials.ts';
import type { Dependencies } from '../dependencies.ts';
import { findForMember } from '../find-for-member.ts';
import { presentIntegration } from '../present-integration.ts';
import { noSuchIntegration } from '../read.ts';

/** A disabled integration is verified too, and stays disabled. */
export const verifyIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.verifyIntegration> =>
  async ({ integrationId }, context) => {
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { db, sealer, verifyByHand } = dependencies;
    const { integration: before } = await findForMember(db, access, integrationId);
    const stored = await findCredentials(db, sealer, before);
    if (stored === undefined) throw neverConnected();
    const settled = await verifyByHand(callOf(context), before, stored, 'verify');
    if (settled === undefined) throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, settled) };
  };
