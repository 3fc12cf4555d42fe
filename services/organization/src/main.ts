import { fileURLToPath } from 'node:url';
import { stopTimesOf } from '@patchbay/config/stop-times';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { createMailbox } from '@patchbay/mail/mailbox';
import { createSmtpSender } from '@patchbay/mail/sender';
import { createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createRpcServer } from '@patchbay/rpc/server';
import { main } from '@patchbay/runtime/main';
import { notReadyOf } from '@patchbay/runtime/readiness';
import { run } from '@patchbay/runtime/run';
import { createSealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { build } from './app.ts';
import { readOrganizationConfig } from './config.ts';

await main(async () => {
  const config = readOrganizationConfig(process.env);
  const logger = createLogger({ service: 'organization', level: config.LOG_LEVEL });
  const { publisher, source } = createKafkaTransport({
    brokers: config.KAFKA_BROKERS,
    clientId: 'organization',
    logger,
  });
  const sender = config.SMTP_URL.startsWith('file:')
    ? createMailbox(fileURLToPath(config.SMTP_URL))
    : createSmtpSender(config.SMTP_URL);
  const { routes, components } = build(
    { databaseUrl: config.DATABASE_URL, portalUrl: config.PORTAL_URL, mailFrom: config.MAIL_FROM },
    { publisher, source, sender, sealer: createSealer(config.SEALING_KEYS), logger },
  );
  const verifier = createTokenVerifier({ service: 'organization', publicKeys: config.CALLER_PUBLIC_KEYS });
  const server = createRpcServer({
    service: 'organization',
    routes,
    verifier,
    logger,
    port: config.RPC_PORT,
    ready: () => notReadyOf(components),
  });
  await run([publisher, sender, ...components, server], {
    logger,
    adminPort: config.ADMIN_PORT,
    ...stopTimesOf('organization', config),
  });
});
