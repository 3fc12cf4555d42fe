import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { findIntegration } from '../../store/integrations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentIntegration } from '../present-integration.ts';
import { idOf, noSuchIntegration } from '../read.ts';

export const getIntegration =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.getIntegration> =>
  async ({ integrationId }, context) => {
    const { workspace } = accessOf(context, inWorkspace.see);
    const place = { workspaceId: workspace.id, id: idOf(integrationId) };
    const stored = await findIntegration(dependencies.db, place);
    if (stored === undefined) throw noSuchIntegration();
    return { integration: presentIntegration(dependencies, stored) };
  };
