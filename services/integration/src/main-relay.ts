import { databaseOf } from '@patchbay/service/database';
import { runService } from '@patchbay/service/main';
import { readRelayConfig } from './config.ts';
import { build } from './relay/app.ts';

await runService({
  name: 'relay',
  readConfig: readRelayConfig,
  build(config, parts) {
    if (parts.redis === undefined)
      parts.logger.info('turns and shares are counted in this process alone, REDIS_URL is not set');
    return build({ database: databaseOf(config), installations: config.PROVIDERS_FILE }, parts);
  },
});
