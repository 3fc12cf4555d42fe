import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { providerClientsOf, readIdentityConfig } from './config.ts';

await runService({
  name: 'identity',
  readConfig: readIdentityConfig,
  build(config, parts) {
    const { PORTAL_URL: portalUrl, MAIL_FROM: mailFrom } = config;
    const providers = providerClientsOf(config);
    return build({ database: databaseOf(config), portalUrl, mailFrom, providers }, parts);
  },
});
