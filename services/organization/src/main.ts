import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { readOrganizationConfig } from './config.ts';

await runService({
  name: 'organization',
  readConfig: readOrganizationConfig,
  build(config, parts) {
    const { PORTAL_URL: portalUrl, MAIL_FROM: mailFrom } = config;
    return build({ database: databaseOf(config), portalUrl, mailFrom }, parts);
  },
});
