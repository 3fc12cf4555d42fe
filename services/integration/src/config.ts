import { readFileSync } from 'node:fs';
import { readConfig } from '@patchbay/config/config';
import { commaSeparated, logLevel, parsedBy, port, stopVariables, url } from '@patchbay/config/variables';
import { parsePublicKeys } from '@patchbay/rpc/caller-token';
import { z } from 'zod';
import { installations } from './providers/installation.ts';

export type { Installations } from './providers/installation.ts';

/** The path of a file, read and checked at once: messages name what is wrong in it, never what it holds. */
const providersFile = z
  .string()
  .transform((path, context) => {
    const refuse = (message: string): typeof z.NEVER => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      return refuse('is not a file that can be read');
    }
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return refuse('is not a file of valid JSON');
    }
    const result = installations.safeParse(content, { reportInput: false });
    if (result.success) return result.data;
    for (const { message, path: place } of result.error.issues) {
      context.addIssue({ code: 'custom', message, path: place });
    }
    return z.NEVER;
  })
  .default({});

export const variables = {
  RPC_PORT: port(4003).describe('The port that other services call'),
  ADMIN_PORT: port(9003).describe('The port of /livez, /readyz and /metrics'),
  DATABASE_URL: url('postgres', 'postgresql').describe("Postgres, as this service's own role"),
  KAFKA_BROKERS: commaSeparated().describe('Brokers that events are published to, comma-separated'),
  CALLER_PUBLIC_KEYS: parsedBy(parsePublicKeys).describe(
    '`service:base64,…`: the keys of those who may call',
  ),
  PROVIDERS_FILE: providersFile.describe(
    'A JSON file: by provider value its clientId, clientSecret, app and endpoints; unset: no clients',
  ),
  ...stopVariables,
  LOG_LEVEL: logLevel().describe('fatal, error, warn, info, debug, trace or silent'),
};

export const readIntegrationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('integration', variables, environment);

/** What a migration needs of the same environment. */
export const readMigrationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'integration',
    { DATABASE_URL: variables.DATABASE_URL, LOG_LEVEL: variables.LOG_LEVEL },
    environment,
  );
