import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { attemptConnect } from '../../attempts/connect.ts';
import { connectByForm } from '../connect-by-form.ts';
import type { Dependencies } from '../dependencies.ts';
import { findForMember } from '../find-for-member.ts';
import { presentIntegration } from '../present-integration.ts';
import { noSuchIntegration } from '../read.ts';

/** Works from any status, also `disabled`, and needs no link; a success deletes the live one. */
export const connectIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.connectIntegration> =>
  async ({ integrationId, fields }, context) => {
    const access = accessOf(context, inWorkspace.manageIntegrations);
    const { integration } = await findForMember(dependencies.db, access, integrationId);
    const authorize = connectByForm(dependencies, integration, fields);
    const { settled } = await attemptConnect(dependencies, callOf(context), { integration, authorize });
    if (settled.result !== 'settled') throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, settled.locked) };
  };
