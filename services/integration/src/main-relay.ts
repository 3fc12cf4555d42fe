import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { readRelayConfig } from './config.ts';
import { build } from './relay/app.ts';

await runService({
  name: 'relay',
  readConfig: readRelayConfig,
  build: (config, parts) =>
    build({ database: databaseOf(config), installations: config.PROVIDERS_FILE }, parts),
});
