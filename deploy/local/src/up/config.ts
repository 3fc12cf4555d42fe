import { retentionVariables } from '@patchbay/audit/config';
import { readConfig, withSecretFiles } from '@patchbay/config/config';
import { secret } from '@patchbay/config/secret';
import { commaSeparated } from '@patchbay/config/variables';
import { services } from '@patchbay/platform/services';
import { mailVariables } from '@patchbay/service/variables';
import { z } from 'zod';
import { variables as local } from '../embedded/config.ts';
import { highestGatewayPort } from './ports.ts';

const portRange = `must be 1 to ${highestGatewayPort}, so that the ports that follow it exist`;

/** Variables of `make up` itself. It passes on what a service reads besides. */
export const variables = {
  PORT: z.coerce
    .number(portRange)
    .int(portRange)
    .min(1, portRange)
    .max(highestGatewayPort, portRange)
    .optional()
    .describe(
      `The port of the API; unset: ${services.gateway.port}, or that of an instance that was killed. Every other port is moved by the same distance`,
    ),
  RUN_DIR: z
    .string()
    .default('.run')
    .describe('Where data of the servers, logs, mails and generated keys are kept'),
  DATABASE_URL: secret(
    local.DATABASE_URL.describe('A Postgres to use, as a role that may create roles; unset: one is started'),
  ),
  REDIS_URL: secret(local.REDIS_URL.describe('A Redis to use; unset: one is started')),
  KAFKA_BROKERS: commaSeparated()
    .optional()
    .describe('Kafka brokers to use, comma-separated; unset: one is started'),
  SMTP_URL: secret(
    mailVariables.SMTP_URL.optional().describe(
      'The mail server, or a folder: `file:///…`; unset: a mailbox under `RUN_DIR`',
    ),
  ),
  SEALING_KEYS: secret(
    local.SEALING_KEYS.describe(
      '`id:base64key,…`: the first one seals; unset: one generated once under `RUN_DIR`',
    ),
  ),
  ...retentionVariables,
};

export const readStackConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('make up', variables, environment);

/** What `startStack` takes: secrets of `make up` itself as values, though they were given as files. */
export const stackEnvironment = (environment: NodeJS.ProcessEnv) => withSecretFiles(variables, environment);

/** What `make up` needs of it to remove old months of the audit trail. */
export const readRetention = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'make up',
    { ...retentionVariables, HEAD_VERIFYING_KEYS: local.HEAD_VERIFYING_KEYS },
    environment,
  );

/** For the commands that only stop. */
export const readRunDirectory = (environment: NodeJS.ProcessEnv): string =>
  readConfig('make down', { RUN_DIR: variables.RUN_DIR }, environment).RUN_DIR;
