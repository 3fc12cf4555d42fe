import type { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { Method } from '@patchbay/rpc/method';
import type { Dependencies } from './dependencies.ts';
import { presentProvider } from './present.ts';

export const listProviders =
  ({ catalogue }: Pick<Dependencies, 'catalogue'>): Method<typeof IntegrationService.method.listProviders> =>
  async () => ({ providers: catalogue.list().map(presentProvider) });
