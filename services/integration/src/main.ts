import { stopTimesOf } from '@patchbay/config/stop-times';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createRpcServer } from '@patchbay/rpc/server';
import { main } from '@patchbay/runtime/main';
import { notReadyOf } from '@patchbay/runtime/readiness';
import { run } from '@patchbay/runtime/run';
import { createLogger } from '@patchbay/telemetry/logger';
import { build } from './app.ts';
import { readIntegrationConfig } from './config.ts';

await main(async () => {
  const config = readIntegrationConfig(process.env);
  const logger = createLogger({ service: 'integration', level: config.LOG_LEVEL });
  const { publisher } = createKafkaTransport({
    brokers: config.KAFKA_BROKERS,
    clientId: 'integration',
    logger,
  });
  const { routes, components } = build(
    { databaseUrl: config.DATABASE_URL, installations: config.PROVIDERS_FILE },
    { publisher, logger },
  );
  const verifier = createTokenVerifier({ service: 'integration', publicKeys: config.CALLER_PUBLIC_KEYS });
  const server = createRpcServer({
    service: 'integration',
    routes,
    verifier,
    logger,
    port: config.RPC_PORT,
    ready: () => notReadyOf(components),
  });
  await run([publisher, ...components, server], {
    logger,
    adminPort: config.ADMIN_PORT,
    ...stopTimesOf('integration', config),
  });
});
