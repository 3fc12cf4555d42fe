import { runService } from '@patchbay/service/main';
import { build } from './app.ts';
import { readOrganizationConfig } from './config.ts';

await runService({
  name: 'organization',
  readConfig: readOrganizationConfig,
  build: ({ DATABASE_URL: databaseUrl, PORTAL_URL: portalUrl, MAIL_FROM: mailFrom }, parts) =>
    build({ databaseUrl, portalUrl, mailFrom }, parts),
});
