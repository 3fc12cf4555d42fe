import { readConfig } from '@patchbay/config/config';
import { isLoopback, publicAddress } from '@patchbay/config/public-address';
import { secret } from '@patchbay/config/secret';
import { baseUrl } from '@patchbay/config/variables';
import { kafkaProblems } from '@patchbay/service/kafka-security';
import { pairKeyProblems } from '@patchbay/service/pair-keys';
import { servingTlsProblems } from '@patchbay/service/rpc-tls';
import {
  kafkaVariables,
  mailVariables,
  sealingVariables,
  serviceVariables,
  signingVariables,
} from '@patchbay/service/variables';
import { z } from 'zod';
import { providerNames } from './domain/provider-identity.ts';
import type { ProviderClient } from './providers/discover.ts';

/** An OpenID issuer: https, or http on loopback for a simulator. */
const issuer = (fallback: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && isIssuer(new URL(value)), {
      error: 'must be an address beginning with https://, or with http:// on loopback',
    })
    .default(fallback);

const isIssuer = ({ protocol, hostname, search, hash }: URL): boolean =>
  search + hash === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));

export const variables = {
  ...serviceVariables('identity'),
  ...kafkaVariables,
  ...signingVariables,
  ...mailVariables,
  ...sealingVariables(
    'queued mails, the cookies of provider sign-ins and sign-ups, and the challenges of passkeys',
  ),
  PUBLIC_URL: publicAddress(
    baseUrl()
      .optional()
      .describe(
        'The address of the API, to which sign-in providers redirect browsers; required with any provider',
      ),
  ),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client id at Google; unset: no sign-in with Google'),
  GOOGLE_CLIENT_SECRET: secret(z.string().optional().describe('OAuth client secret at Google')),
  GOOGLE_ISSUER: issuer('https://accounts.google.com').describe(
    'The issuer of the ID tokens that are accepted',
  ),
  MICROSOFT_CLIENT_ID: z
    .string()
    .optional()
    .describe('OAuth client id at Microsoft; unset: no sign-in with Microsoft'),
  MICROSOFT_CLIENT_SECRET: secret(z.string().optional().describe('OAuth client secret at Microsoft')),
  MICROSOFT_ISSUER: issuer('https://login.microsoftonline.com/common/v2.0').describe(
    'The issuer of the ID tokens that are accepted; `common` stands for every tenant',
  ),
};

type Prefix = 'GOOGLE' | 'MICROSOFT';
type ProviderVariables = Readonly<
  Partial<Record<'PUBLIC_URL' | `${Prefix}_CLIENT_${'ID' | 'SECRET'}`, string | undefined>> &
    Record<`${Prefix}_ISSUER`, string>
>;

const prefixes = { google: 'GOOGLE', microsoft: 'MICROSOFT' } as const;

/** The configured providers: those with a client id and a secret, provided that PUBLIC_URL is set. */
export const providerClientsOf = (config: ProviderVariables): ProviderClient[] =>
  providerNames.flatMap((provider) => {
    const prefix = prefixes[provider];
    const clientId = config[`${prefix}_CLIENT_ID`];
    const clientSecret = config[`${prefix}_CLIENT_SECRET`];
    if (!clientId || !clientSecret || !config.PUBLIC_URL) return [];
    const redirectUri = `${config.PUBLIC_URL}/v1/auth/${provider}/callback`;
    return [{ provider, issuer: config[`${prefix}_ISSUER`], clientId, clientSecret, redirectUri }];
  });

/** Problems between several variables, such as an id without its secret: each variable by itself is checked elsewhere. */
export function providerProblems(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.values(prefixes).flatMap((prefix) => {
    const [id, clientSecret] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
    if (!environment[id] && !environment[clientSecret]) return [];
    return [
      ...(environment[id] && environment[clientSecret]
        ? []
        : [`${id} and ${clientSecret} must be set together`]),
      ...(environment['PUBLIC_URL'] ? [] : [`PUBLIC_URL is required with ${id}`]),
    ];
  });
}

export const readIdentityConfig = (environment: NodeJS.ProcessEnv) =>
  readConfig('identity', variables, environment, (given) => [
    ...providerProblems(given),
    ...kafkaProblems(given),
    ...pairKeyProblems(given),
    ...servingTlsProblems(given),
  ]);
