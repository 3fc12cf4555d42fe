import { readConfig } from '@patchbay/config/config';
import {
  baseUrl,
  commaSeparated,
  logLevel,
  parsedBy,
  port,
  stopVariables,
  url,
} from '@patchbay/config/variables';
import { parsePublicKeys } from '@patchbay/rpc/caller-token';
import { parseSealingKeys } from '@patchbay/sealing/sealer';
import { z } from 'zod';

export const variables = {
  RPC_PORT: port(4002).describe('The port that other services call'),
  ADMIN_PORT: port(9002).describe('The port of /livez, /readyz and /metrics'),
  DATABASE_URL: url('postgres', 'postgresql').describe("Postgres, as this service's own role"),
  KAFKA_BROKERS: commaSeparated().describe('Brokers that events go through, comma-separated'),
  PORTAL_URL: baseUrl().describe('Where mailed links lead'),
  SMTP_URL: url('smtp', 'smtps', 'file').describe(
    'The mail server, or the folder that keeps mails instead: `file:///…`',
  ),
  MAIL_FROM: z.string().min(3).default('Patchbay <no-reply@localhost>').describe('The sender of mails'),
  SEALING_KEYS: parsedBy(parseSealingKeys).describe(
    '`id:base64key,…`: the first one seals queued mails and the links of invitations, every one opens them',
  ),
  CALLER_PUBLIC_KEYS: parsedBy(parsePublicKeys).describe(
    '`service:base64,…`: the keys of those who may call',
  ),
  ...stopVariables,
  LOG_LEVEL: logLevel().describe('fatal, error, warn, info, debug, trace or silent'),
};

export const readOrganizationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('organization', variables, environment);

/** What a migration needs of the same environment. */
export const readMigrationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'organization',
    { DATABASE_URL: variables.DATABASE_URL, LOG_LEVEL: variables.LOG_LEVEL },
    environment,
  );
