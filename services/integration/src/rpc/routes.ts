import type { ConnectRouter } from '@connectrpc/connect';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { Methods } from '@patchbay/rpc/method';
import type { Dependencies } from './dependencies.ts';
import { getProvider } from './get-provider.ts';
import { listProviders } from './list-providers.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) =>
  router.service(IntegrationService, {
    listProviders: listProviders(dependencies),
    getProvider: getProvider(dependencies),
  } satisfies Partial<Methods<typeof IntegrationService>>);
