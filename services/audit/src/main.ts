import { stopTimesOf } from '@patchbay/config/stop-times';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { createTokenMinter, createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createRpcTransport } from '@patchbay/rpc/client';
import { createRpcServer } from '@patchbay/rpc/server';
import { main } from '@patchbay/runtime/main';
import { notReadyOf } from '@patchbay/runtime/readiness';
import { run } from '@patchbay/runtime/run';
import { createLogger } from '@patchbay/telemetry/logger';
import { build } from './app.ts';
import { readAuditConfig } from './config.ts';

await main(async () => {
  const config = readAuditConfig(process.env);
  const logger = createLogger({ service: 'audit', level: config.LOG_LEVEL });
  const { source } = createKafkaTransport({ brokers: config.KAFKA_BROKERS, clientId: 'audit', logger });
  const organization = createRpcTransport({
    from: 'audit',
    to: 'organization',
    baseUrl: config.ORGANIZATION_URL,
    minter: createTokenMinter({ service: 'audit', privateKey: config.CALLER_PRIVATE_KEY }),
  });
  const { routes, components } = build(
    { databaseUrl: config.DATABASE_URL },
    { source, organization, logger },
  );
  const verifier = createTokenVerifier({ service: 'audit', publicKeys: config.CALLER_PUBLIC_KEYS });
  const server = createRpcServer({
    service: 'audit',
    routes,
    verifier,
    logger,
    port: config.RPC_PORT,
    ready: () => notReadyOf(components),
  });
  await run([organization.component, ...components, server], {
    logger,
    adminPort: config.ADMIN_PORT,
    ...stopTimesOf('audit', config),
  });
});
