import { fileURLToPath } from 'node:url';
import { stopTimesOf } from '@patchbay/config/stop-times';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { createMailbox } from '@patchbay/mail/mailbox';
import { createSmtpSender } from '@patchbay/mail/sender';
import { createTokenMinter, createTokenVerifier } from '@patchbay/rpc/caller-token';
import { createRpcTransport } from '@patchbay/rpc/client';
import { createRpcServer } from '@patchbay/rpc/server';
import { main } from '@patchbay/runtime/main';
import { notReadyOf } from '@patchbay/runtime/readiness';
import { run } from '@patchbay/runtime/run';
import { createSealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { build } from './app.ts';
import { providerClientsOf, readIdentityConfig } from './config.ts';

await main(async () => {
  const config = readIdentityConfig(process.env);
  const logger = createLogger({ service: 'identity', level: config.LOG_LEVEL });
  const { publisher } = createKafkaTransport({ brokers: config.KAFKA_BROKERS, clientId: 'identity', logger });
  const minter = createTokenMinter({ service: 'identity', privateKey: config.CALLER_PRIVATE_KEY });
  const organization = createRpcTransport({
    from: 'identity',
    to: 'organization',
    baseUrl: config.ORGANIZATION_URL,
    minter,
  });
  const sender = config.SMTP_URL.startsWith('file:')
    ? createMailbox(fileURLToPath(config.SMTP_URL))
    : createSmtpSender(config.SMTP_URL);
  const { routes, components } = build(
    {
      databaseUrl: config.DATABASE_URL,
      portalUrl: config.PORTAL_URL,
      mailFrom: config.MAIL_FROM,
      providers: providerClientsOf(config),
    },
    {
      publisher,
      organization,
      sender,
      sealer: createSealer(config.SEALING_KEYS),
      logger,
    },
  );
  const verifier = createTokenVerifier({ service: 'identity', publicKeys: config.CALLER_PUBLIC_KEYS });
  const server = createRpcServer({
    service: 'identity',
    routes,
    verifier,
    logger,
    port: config.RPC_PORT,
    ready: () => notReadyOf(components),
  });
  await run([organization.component, publisher, sender, ...components, server], {
    logger,
    adminPort: config.ADMIN_PORT,
    ...stopTimesOf('identity', config),
  });
});
