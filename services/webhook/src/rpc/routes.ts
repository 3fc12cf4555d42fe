import type { ConnectRouter } from '@connectrpc/connect';
import { WebhookService } from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import type { Dependencies } from './dependencies.ts';

export const routes = (_dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(WebhookService, {});
};
