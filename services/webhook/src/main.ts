import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { readWebhookConfig } from './config.ts';

await runService({
  name: 'webhook',
  readConfig: readWebhookConfig,
  build: (config, parts) =>
    build({ database: databaseOf(config), allowLoopback: config.WEBHOOK_ALLOW_LOOPBACK }, parts),
});
