import type { ConnectRouter } from '@connectrpc/connect';
import { WebhookService } from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import type { Methods } from '@patchbay/rpc/method';
import { listDeliveries, redeliver, replayWebhook, testWebhook } from './deliveries.ts';
import type { Dependencies } from './dependencies.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(WebhookService, {
    listWebhooks: listWebhooks(dependencies),
    getWebhook: getWebhook(dependencies),
    createWebhook: createWebhook(dependencies),
    updateWebhook: updateWebhook(dependencies),
    deleteWebhook: deleteWebhook(dependencies),
    rotateSecret: rotateSecret(dependencies),
    testWebhook: testWebhook(dependencies),
    listDeliveries: listDeliveries(dependencies),
    redeliver: redeliver(dependencies),
    replayWebhook: replayWebhook(dependencies),
  } satisfies Methods<typeof WebhookService>);
};
