import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { readIntegrationConfig } from './config.ts';

await runService({
  name: 'integration',
  readConfig: readIntegrationConfig,
  build: (config, parts) =>
    build({ database: databaseOf(config), installations: config.PROVIDERS_FILE }, parts),
});
