import { readConfig } from '@patchbay/config/config';
import { commaSeparated, logLevel, parsedBy, port, url } from '@patchbay/config/variables';
import { parsePublicKeys } from '@patchbay/rpc/caller-token';

export const variables = {
  RPC_PORT: port(4002).describe('The port that other services call'),
  ADMIN_PORT: port(9002).describe('The port of /livez, /readyz and /metrics'),
  DATABASE_URL: url('postgres', 'postgresql').describe("Postgres, as this service's own role"),
  KAFKA_BROKERS: commaSeparated().describe('Brokers that events are published to, comma-separated'),
  CALLER_PUBLIC_KEYS: parsedBy(parsePublicKeys).describe(
    '`service:base64,…`: the keys of those who may call',
  ),
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
