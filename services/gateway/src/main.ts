import { runProcess } from '@patchbay/service/process';
import { build } from './app.ts';
import { gatewayConfigOf, readGatewayConfig } from './config.ts';
import { createParts } from './parts.ts';

await runProcess({
  name: 'gateway',
  readConfig: readGatewayConfig,
  compose(config, logger, environment) {
    const { parts, components } = createParts(config, logger, environment);
    return [...components, ...build(gatewayConfigOf(config), parts).components];
  },
});
