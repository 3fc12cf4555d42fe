import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { providerClientsOf, readIdentityConfig } from './config.ts';

await runService({
  name: 'identity',
  readConfig: readIdentityConfig,
  build(config, parts) {
    const { DATABASE_URL: databaseUrl, PORTAL_URL: portalUrl, MAIL_FROM: mailFrom } = config;
    return build({ databaseUrl, portalUrl, mailFrom, providers: providerClientsOf(config) }, parts);
  },
});
