import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { notFound } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import type { Dependencies } from './dependencies.ts';
import { presentProvider } from './present.ts';

export const listProviders =
  ({ catalogue }: Pick<Dependencies, 'catalogue'>): Method<typeof IntegrationService.method.listProviders> =>
  async () => ({ providers: catalogue.list().map(presentProvider) });

export const getProvider =
  ({ catalogue }: Pick<Dependencies, 'catalogue'>): Method<typeof IntegrationService.method.getProvider> =>
  async ({ provider }) => {
    const entry = catalogue.find(provider);
    if (entry === undefined) throw notFound('no such provider');
    return { provider: presentProvider(entry) };
  };
