import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { readIntegrationConfig } from './config.ts';

await runService({
  name: 'integration',
  readConfig: readIntegrationConfig,
  build: ({ DATABASE_URL: databaseUrl, PROVIDERS_FILE: installations }, parts) =>
    build({ databaseUrl, installations }, parts),
});
