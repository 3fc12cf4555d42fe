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
import { parsePrivateKey, parsePublicKeys } from '@patchbay/rpc/caller-token';

export const variables = {
  RPC_PORT: port(4004).describe('The port that other services call'),
  ADMIN_PORT: port(9004).describe('The port of /livez, /readyz and /metrics'),
  DATABASE_URL: url('postgres', 'postgresql').describe("Postgres, as this service's own role"),
  KAFKA_BROKERS: commaSeparated().describe('Brokers that events are read from, comma-separated'),
  ORGANIZATION_URL: baseUrl().describe('Where the organization service is called'),
  CALLER_PRIVATE_KEY: parsedBy(parsePrivateKey).describe("This service's Ed25519 key, base64 of PKCS8"),
  CALLER_PUBLIC_KEYS: parsedBy(parsePublicKeys).describe(
    '`service:base64,…`: the keys of those who may call',
  ),
  ...stopVariables,
  LOG_LEVEL: logLevel().describe('fatal, error, warn, info, debug, trace or silent'),
};

export const readAuditConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('audit', variables, environment);

/** What a migration needs of the same environment. */
export const readMigrationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('audit', { DATABASE_URL: variables.DATABASE_URL, LOG_LEVEL: variables.LOG_LEVEL }, environment);
