import { main } from '@patchbay/runtime/main';
import { run } from '@patchbay/runtime/run';
import { createLogger } from '@patchbay/telemetry/logger';
import { build } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { createParts } from './parts.ts';

await main(async () => {
  const config = readGatewayConfig();
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  const { parts, components } = createParts(config, logger);
  const gateway = build(config, parts);
  await run([...components, ...gateway.components], {
    logger,
    adminPort: config.adminPort,
    ...config.stopTimes,
  });
});
