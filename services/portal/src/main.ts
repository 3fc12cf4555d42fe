import { runProcess } from '@patchbay/service/process';
import { build } from './app.ts';
import { portalConfigOf, readPortalConfig } from './config.ts';

await runProcess({
  name: 'portal',
  readConfig: readPortalConfig,
  compose: (config, logger) => build(portalConfigOf(config), { logger }).components,
});
