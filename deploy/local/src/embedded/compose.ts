import { headsOf } from '@patchbay/audit/config';
import { providerClientsOf } from '@patchbay/identity/config';
import { createMailbox } from '@patchbay/mail/mailbox';
import type { OutgoingMail } from '@patchbay/mail/outgoing-mail';
import { createSmtpSender } from '@patchbay/mail/sender';
import { byName } from '@patchbay/platform/by-name';
import { type DatabaseRole, databaseRoles } from '@patchbay/platform/services';
import type { Clock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { createSealer, parseSealingKeys } from '@patchbay/sealing/sealer';
import { provisionServers } from '@patchbay/servers/provision';
import { poolOf } from '@patchbay/service/database';
import { kafkaSecurityOf } from '@patchbay/service/kafka-security';
import { redisOf } from '@patchbay/service/redis';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { parsePrivateKey } from '@patchbay/tokens/service-keys';
import { passwordsOf, prepareDatabases } from '../databases.ts';
import { createRetention } from '../retention.ts';
import { loadSecrets, parseEventKeys, type Secrets } from '../secrets.ts';
import { type DataDirectory, type LocalConfig, portalAddressOf } from './config.ts';
import { createHeadFile } from './head-file.ts';
import { buildPlatform } from './platform.ts';

export interface EmbeddedOptions {
  readonly config: LocalConfig;
  readonly data: DataDirectory;
  /** Base URL of the API, used in links. */
  readonly address: string;
  /** Receives one line for the terminal: progress, or a mail that arrived in the mailbox. */
  readonly print: (line: string) => void;
  /** Receives each mail that arrived in the mailbox. Default: its subject and link are printed. */
  readonly onMail?: (mail: OutgoingMail) => void;
  /** Registers a step to run at the stop, as soon as there is something to release. */
  readonly addCleanup: (step: () => Promise<void>) => void;
  readonly logger: Logger;
  /** The logger of a service. Default: to standard output. */
  readonly loggerOf?: (service: string) => Logger;
}

export const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

/** A mail as a line for the terminal, with the link in it. */
export const mailLine = ({ to, subject, text }: OutgoingMail): string =>
  `mail to ${to}: ${subject}\n  ${linkIn(text)}`;

interface Composed extends Pick<ReturnType<typeof buildPlatform>, 'gatewayAt'> {
  /** The port of the API, once the platform has started. */
  port(): number;
  readonly components: Component[];
}

/** Builds the platform on an embedded Postgres, or on the servers that the configuration names. */
export async function composeEmbedded(options: EmbeddedOptions): Promise<Composed> {
  const { config, data, print, addCleanup, logger } = options;
  const servers = await provisionServers({
    want: ['postgres'],
    environment: { DATABASE_URL: config.DATABASE_URL },
    directory: data.path,
    log: print,
  });
  addCleanup(() => servers.stop());
  const secrets = await loadSecrets(data.secrets);
  const { url: adminUrl } = servers.postgres;
  const databaseUrls = await prepareDatabases({ adminUrl, passwordOf: passwordsOf(secrets), logger });
  return composeOn({ ...options, secrets, adminUrl, databaseUrls });
}

export interface ComposeOptions extends Omit<EmbeddedOptions, 'addCleanup'> {
  readonly secrets: Secrets;
  /** Logs in as an administrator of the database. */
  readonly adminUrl: string;
  /** By the role that a service logs in as; migrated. */
  readonly databaseUrls: Readonly<Record<DatabaseRole, string>>;
  /** Default: the time of the machine. */
  readonly clock?: Clock | undefined;
}

/** Builds the platform on a database that is there. */
export function composeOn({
  config,
  data,
  address,
  print,
  onMail = (mail) => print(mailLine(mail)),
  logger,
  loggerOf = (service) => createLogger({ service, level: config.LOG_LEVEL, buffered: true }),
  secrets,
  adminUrl,
  databaseUrls,
  clock,
}: ComposeOptions): Composed {
  const sender = config.SMTP_URL
    ? createSmtpSender(config.SMTP_URL, { requireTls: config.SMTP_REQUIRE_TLS })
    : createMailbox(data.mailbox, onMail);
  const portalUrl = portalAddressOf(config);
  const { gateway, components, gatewayAt } = buildPlatform({
    portal: {
      port: config.PORTAL_PORT,
      host: '127.0.0.1',
      publicUrl: address,
      portalUrl,
      gatewayUrl: `http://127.0.0.1:${config.PORT}`,
      trustedProxies: config.TRUSTED_PROXIES,
      marks: config.MARKS_DIR,
    },
    gateway: {
      port: config.PORT,
      host: '127.0.0.1',
      publicUrl: address,
      portalUrl,
      trustedOrigins: config.TRUSTED_ORIGINS,
      trustedProxies: config.TRUSTED_PROXIES,
      maxConcurrentRequests: config.MAX_CONCURRENT_REQUESTS,
      commit: null,
      builtAt: null,
    },
    databases: byName(databaseRoles, (name) => ({ url: databaseUrls[name], ...poolOf(config) })),
    redis: redisOf(config),
    ...(config.KAFKA_BROKERS && {
      kafka: { brokers: config.KAFKA_BROKERS, security: kafkaSecurityOf(config) },
    }),
    eventKeys: parseEventKeys(secrets.eventKeys),
    heads: headsOf({ ...config, HEAD_SIGNING_KEY: parsePrivateKey(secrets.headKey) }),
    headFile: createHeadFile(data.heads),
    ...(config.RATE_LIMITS && { limits: config.RATE_LIMITS }),
    signInProviders: providerClientsOf({ ...config, PUBLIC_URL: address }),
    installations: config.PROVIDERS_FILE,
    verificationIntervalMs: config.VERIFICATION_INTERVAL_SECONDS * 1_000,
    allowLoopbackWebhooks: config.WEBHOOK_ALLOW_LOOPBACK ?? config.PUBLIC_URL === undefined,
    sender,
    mailFrom: config.MAIL_FROM,
    sealer: createSealer(config.SEALING_KEYS ?? parseSealingKeys(secrets.sealingKeys)),
    loggerOf,
    clock,
  });
  const { RETENTION_MONTHS: keptMonths } = config;
  const retention =
    keptMonths === undefined
      ? []
      : [
          createRetention({
            adminUrl,
            secrets,
            keptMonths,
            earlierKeys: config.HEAD_VERIFYING_KEYS,
            print,
            logger,
          }),
        ];
  return { port: () => gateway.server.port(), components: [...components, ...retention], gatewayAt };
}
