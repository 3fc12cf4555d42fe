import { inWorkspace } from '@patchbay/access/rules';
import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { invalid } from '@patchbay/errors/failure';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { statuses } from '../../domain/integration.ts';
import { listIntegrations as listStored } from '../../store/integrations.ts';
import { askedProvider } from '../asked-provider.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentIntegration } from '../present-integration.ts';
import { readAll } from '../read-all.ts';

function statusOf(value: string) {
  const status = statuses.find((known) => known === value);
  if (status === undefined)
    throw invalid({ path: 'status', message: `must be one of ${statuses.join(', ')}` });
  return { status };
}

export const listIntegrations =
  (dependencies: Dependencies): Method<typeof IntegrationService.method.listIntegrations> =>
  async ({ status, provider }, context) => {
    const { workspace } = accessOf(context, inWorkspace.see);
    const { db, catalogue } = dependencies;
    const filters = readAll({
      status: () => (status === undefined ? {} : statusOf(status)),
      provider: () =>
        provider === undefined ? {} : { provider: askedProvider(catalogue, provider).provider },
    });
    const stored = await listStored(db, workspace.id, { ...filters.status, ...filters.provider });
    const now = new Date();
    return { integrations: stored.map((one) => presentIntegration(dependencies, one, now)) };
  };
