import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { variables as audit, retentionVariables } from '@patchbay/audit/config';
import { readConfig } from '@patchbay/config/config';
import { mailUrl } from '@patchbay/config/mail-url';
import { insecureHttpVariables, publicAddress } from '@patchbay/config/public-address';
import { sameSiteProblems } from '@patchbay/config/same-site';
import { secret } from '@patchbay/config/secret';
import { baseUrl, commaSeparated, stopVariables, url } from '@patchbay/config/variables';
import { variables as gateway } from '@patchbay/gateway/config';
import { variables as identity } from '@patchbay/identity/config';
import { insecureEndpointProblems, variables as integration } from '@patchbay/integration/config';
import { services } from '@patchbay/platform/services';
import { variables as portal } from '@patchbay/portal/config';
import { kafkaProblems, kafkaSecurityVariables } from '@patchbay/service/kafka-security';
import { redisProblems, redisVariables } from '@patchbay/service/redis';
import { logVariables, mailVariables, poolVariables } from '@patchbay/service/variables';
import { variables as webhook } from '@patchbay/webhook/config';
import { z } from 'zod';

/** As `make up` moves every port by the distance of PORT from its default. */
const portalDistance = services.portal.port - services.gateway.port;

/** 0 is any free port for both. Above the last port there is none, so that it is below PORT there. */
const portalPortBeside = (gatewayPort: number): number => {
  if (gatewayPort === 0) return 0;
  return gatewayPort + portalDistance > 65_535 ? gatewayPort - portalDistance : gatewayPort + portalDistance;
};

/** Where `make start` keeps its data unless DATA_DIR names another folder. */
const startFolder = '.data';
/** The same of `make demo`. */
export const demoFolder = '.demo';

/** Variables of the embedded platform (`make start`): those of the services, each with a default or optional. */
export const variables = {
  PORT: gateway.PORT,
  PORTAL_PORT: portal.PORT.unwrap()
    .optional()
    .describe(
      `The port of the pages; unset: PORT + ${portalDistance}, so that two platforms need only two PORTs`,
    ),
  PUBLIC_URL: publicAddress(
    baseUrl().optional().describe("The API's address; unset: `http://localhost:<PORT>`"),
  ),
  PORTAL_URL: publicAddress(
    baseUrl()
      .optional()
      .describe("The Portal's address, where mailed links lead; unset: `http://localhost:<PORTAL_PORT>`"),
  ),
  TRUSTED_ORIGINS: gateway.TRUSTED_ORIGINS,
  ...insecureHttpVariables,
  TRUSTED_PROXIES: gateway.TRUSTED_PROXIES,
  MAX_CONCURRENT_REQUESTS: gateway.MAX_CONCURRENT_REQUESTS,
  DATA_DIR: z
    .string()
    .default(startFolder)
    .describe('Where the embedded Postgres, the mailbox and generated keys are kept'),
  DATABASE_URL: secret(
    url('postgres', 'postgresql')
      .optional()
      .describe('A Postgres to use, as a role that may create roles; unset: an embedded one'),
  ),
  ...poolVariables,
  ...redisVariables,
  KAFKA_BROKERS: commaSeparated()
    .optional()
    .describe('Brokers to send events through, comma-separated; unset: straight to the audit service'),
  ...kafkaSecurityVariables,
  SMTP_URL: secret(
    mailUrl('smtp', 'smtps').optional().describe('The mail server; unset: a mailbox under `DATA_DIR`'),
  ),
  SMTP_REQUIRE_TLS: mailVariables.SMTP_REQUIRE_TLS,
  MAIL_FROM: mailVariables.MAIL_FROM,
  SEALING_KEYS: secret(
    identity.SEALING_KEYS.optional().describe(
      '`id:base64key,…`: the first one seals; unset: one generated once under `DATA_DIR`',
    ),
  ),
  GOOGLE_CLIENT_ID: identity.GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET: identity.GOOGLE_CLIENT_SECRET,
  GOOGLE_ISSUER: identity.GOOGLE_ISSUER,
  MICROSOFT_CLIENT_ID: identity.MICROSOFT_CLIENT_ID,
  MICROSOFT_CLIENT_SECRET: identity.MICROSOFT_CLIENT_SECRET,
  MICROSOFT_ISSUER: identity.MICROSOFT_ISSUER,
  PROVIDERS_FILE: integration.PROVIDERS_FILE,
  VERIFICATION_INTERVAL_SECONDS: integration.VERIFICATION_INTERVAL_SECONDS,
  WEBHOOK_ALLOW_LOOPBACK: webhook.WEBHOOK_ALLOW_LOOPBACK.unwrap()
    .optional()
    .describe('Whether a webhook may be `http` on loopback; unset: unless `PUBLIC_URL` is set'),
  HEAD_INTERVAL_SECONDS: audit.HEAD_INTERVAL_SECONDS,
  HEAD_VERIFYING_KEYS: audit.HEAD_VERIFYING_KEYS,
  ...retentionVariables,
  MARKS_DIR: portal.MARKS_DIR,
  RATE_LIMITS: gateway.RATE_LIMITS,
  STOP_TIMEOUT_SECONDS: stopVariables.STOP_TIMEOUT_SECONDS,
  ...logVariables,
};

export function readLocalConfig(environment: NodeJS.ProcessEnv) {
  const read = readConfig('patchbay', variables, environment, (given) => [
    ...kafkaProblems(given),
    ...redisProblems(given),
    ...insecureEndpointProblems(given),
    ...sameSiteProblems(given),
  ]);
  return { ...read, PORTAL_PORT: read.PORTAL_PORT ?? portalPortBeside(read.PORT) };
}

export type LocalConfig = ReturnType<typeof readLocalConfig>;

/** Where the pages are. */
export const portalAddressOf = ({
  PORTAL_URL,
  PORTAL_PORT,
}: Pick<LocalConfig, 'PORTAL_URL' | 'PORTAL_PORT'>) => PORTAL_URL ?? `http://localhost:${PORTAL_PORT}`;

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Paths inside `DATA_DIR`. A relative `DATA_DIR` is resolved against the repository root, not the working directory. */
export const dataDirectory = (name: string) => {
  const path = resolve(root, name);
  return {
    path,
    mailbox: join(path, 'mailbox'),
    heads: join(path, 'heads.ndjson'),
    secrets: join(path, 'secrets.json'),
    lock: join(path, 'patchbay.lock'),
  };
};

export type DataDirectory = ReturnType<typeof dataDirectory>;

/** The locks of `make start` and `make demo`: the same one if DATA_DIR is set. */
export const locksOf = ({ DATA_DIR }: NodeJS.ProcessEnv): readonly string[] =>
  (DATA_DIR ? [DATA_DIR] : [startFolder, demoFolder]).map((name) => dataDirectory(name).lock);
