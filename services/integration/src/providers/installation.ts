import { z } from 'zod';
import type { AppValueName } from '../connector/connector.ts';
import { visibleAscii } from '../connector/header-value.ts';
import type { Installations } from '../connector/installation.ts';
import type { Provider } from '../connector/provider.ts';
import { endpointAddresses, isInsecure } from './endpoint-addresses.ts';

const text = z.string('must be a text').min(1, 'must not be empty');

/** Client ids and developer tokens are sent in headers. */
const headerText = text.regex(
  new RegExp(visibleAscii),
  'must consist of visible ASCII characters, without spaces',
);

/** A version is a part of paths, or a header. */
const version = text.regex(/^[\w.-]+$/, 'must consist of letters, digits, dots and dashes');

const unknownName = (what: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys'
    ? `has ${issue.keys.join(', ')}, which is no ${what}`
    : 'must be a JSON object';

const appValue: Readonly<Record<AppValueName, z.ZodType<string>>> = {
  developerToken: headerText,
  apiVersion: version,
};

/** Strict: for a provider that takes none of the values each of them is an unknown name. */
const appValues = (names: readonly AppValueName[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, appValue[name].optional()])), {
    error: unknownName('name of an app-level value of this provider'),
  });

const installation = ({ appValues: names }: Pick<Provider, 'appValues'>) =>
  z
    .strictObject(
      {
        clientId: headerText.optional(),
        clientSecret: text.optional(),
        app: appValues(names).optional(),
        endpoints: endpointAddresses.optional(),
      },
      { error: unknownName('name known here') },
    )
    .refine(({ clientId, clientSecret }) => (clientId === undefined) === (clientSecret === undefined), {
      error: 'must have both clientId and clientSecret, or neither',
    });

/** The schema of `PROVIDERS_FILE`. */
export const installationsOf = (providers: readonly Provider[]): z.ZodType<Installations> =>
  z.strictObject(
    Object.fromEntries(providers.map((provider) => [provider.provider, installation(provider).optional()])),
    { error: unknownName('provider') },
  );

/** The places of endpoints on plain http outside of the machine and private addresses. */
export const insecureEndpoints = (installations: Installations): string[] =>
  Object.entries(installations).flatMap(([provider, configured]) =>
    Object.entries(configured?.endpoints ?? {})
      .filter(([, address]) => isInsecure(address))
      .map(([key]) => `${provider}.endpoints.${key}`),
  );
