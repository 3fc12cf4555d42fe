import { readFileSync } from 'node:fs';
import { readConfig } from '@patchbay/config/config';
import { insecureHttpVariables, publicAddress } from '@patchbay/config/public-address';
import { secret } from '@patchbay/config/secret';
import { baseUrl, filePath, flag, parsedBy, wholeNumber } from '@patchbay/config/variables';
import { parseSealingKeys } from '@patchbay/sealing/sealer';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { pairKeyProblems } from '@patchbay/service/pair-keys';
import { redisProblems, redisVariables } from '@patchbay/service/redis';
import { rpcTlsVariables, servingTlsProblems } from '@patchbay/service/rpc-tls';
import {
  callVariables,
  databaseVariables,
  kafkaVariables,
  logVariables,
  sealingVariables,
  serviceVariables,
  signingVariables,
  verifyingVariables,
} from '@patchbay/service/variables';
import { z } from 'zod';
import { providers } from './providers/index.ts';
import {
  insecureEndpoints,
  installationsOf,
  installationsWithoutSecretsOf,
} from './providers/providers-file.ts';

export type { Installations } from './connector/connectors.ts';

/** Reads and validates the file at this path. Messages name the problem, never values, which may be secrets. */
const providersFile = (installations: ReturnType<typeof installationsOf>) =>
  z
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

const providersVariables = {
  PROVIDERS_FILE: filePath(
    providersFile(installationsOf(providers)).describe(
      'A JSON file: by provider value its clientId, clientSecret, app and endpoints; unset: no clients',
    ),
  ),
};

/** Takes the file of integration too. */
const fileWithoutSecrets = providersFile(installationsWithoutSecretsOf(providers));

export const variables = {
  ...serviceVariables('integration'),
  ...kafkaVariables,
  ...signingVariables,
  ...verifyingVariables('integration'),
  ...sealingVariables('credentials and connect links'),
  PUBLIC_URL: publicAddress(
    baseUrl().describe('The address of the API, to which advertising systems send browsers back'),
  ),
  PORTAL_URL: publicAddress(baseUrl().describe('Where connect links lead')),
  ...insecureHttpVariables,
  ...redisVariables,
  VERIFICATION_INTERVAL_SECONDS: wholeNumber(21_600, 60, 604_800).describe(
    'Average time between two verifications of an active integration; each time is up to a fifth shorter or longer',
  ),
  ...providersVariables,
};

/** Of `main-reconcile`, which asks organization. */
export const readReconcileConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig(
    'reconcile',
    {
      ...callVariables('integration'),
      ...databaseVariables,
      ...logVariables,
      ...rpcTlsVariables,
      ...providersVariables,
    },
    environment,
    pairKeyProblems,
  );

/** Of the program `main-relay`, which publishes and consumes nothing. */
export const relayVariables = {
  ...serviceVariables('relay'),
  SEALING_KEYS: secret(
    parsedBy(parseSealingKeys).describe('The same keys as those of integration: they open credentials'),
  ),
  ...redisVariables,
  ALLOW_INSECURE_HTTP: flag()
    .default(false)
    .describe('Accepts endpoints of `PROVIDERS_FILE` on http outside of loopback and private addresses'),
  PROVIDERS_FILE: filePath(
    fileWithoutSecrets.describe(
      'A JSON file: by provider value its clientId, app and endpoints; a clientSecret is not needed, and not kept; unset: no clients',
    ),
  ),
};

/** Reads the file again; problems of its schema are reported there. */
export function insecureEndpointProblems({
  PROVIDERS_FILE,
  ALLOW_INSECURE_HTTP,
}: Readonly<Record<string, string | undefined>>): string[] {
  if (ALLOW_INSECURE_HTTP === 'true') return [];
  return insecureEndpoints(fileWithoutSecrets.safeParse(PROVIDERS_FILE).data ?? {}).map(
    (place) =>
      `PROVIDERS_FILE.${place} must begin with https:// outside of loopback and private addresses; ALLOW_INSECURE_HTTP=true accepts http`,
  );
}

export const readIntegrationConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('integration', variables, environment, (given) => [
    ...kafkaProblems(given),
    ...redisProblems(given),
    ...pairKeyProblems(given),
    ...servingTlsProblems(given),
    ...insecureEndpointProblems(given),
  ]);

export const readRelayConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('relay', relayVariables, environment, (given) => [
    ...redisProblems(given),
    ...servingTlsProblems(given),
    ...pairKeyProblems(given),
    ...insecureEndpointProblems(given),
  ]);
