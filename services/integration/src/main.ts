import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { readIntegrationConfig } from './config.ts';

await runService({
  name: 'integration',
  readConfig: readIntegrationConfig,
  build(config, parts) {
    const { PROVIDERS_FILE: installations, PUBLIC_URL: publicUrl, PORTAL_URL: portalUrl } = config;
    const verificationIntervalMs = config.VERIFICATION_INTERVAL_SECONDS * 1_000;
    const database = databaseOf(config);
    return build({ database, installations, publicUrl, portalUrl, verificationIntervalMs }, parts);
  },
});
