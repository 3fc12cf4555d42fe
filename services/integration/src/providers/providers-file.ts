import { BlockList, isIP } from 'node:net';
import { isLoopback } from '@patchbay/config/public-address';
import { z } from 'zod';
import { visibleAscii } from '../connector/call.ts';
import type { Endpoints, Installation, Installations } from '../connector/connectors.ts';
import { type AppValueName } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';

/**
 * The problem of a URL or a URL prefix; undefined if there is none. Prefixes are compared as text, so only the normal form of the
 * URL parser is accepted: another form would never match.
 */
function problemOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null || typeof address !== 'string' || !/^https?:$/.test(url.protocol))
    return 'must be an http or https address';
  if (url.username + url.password !== '' || /[?#]/.test(address))
    return 'must have no user name, password, query or fragment';
  if (url.href !== address && url.href !== `${address}/`)
    return 'must be in normal form: scheme and host in lower case, no default port, no path to be resolved or escaped';
  return undefined;
}

/**
 * Maps address prefixes of the provider to their replacements. A wrong key is named by its position and not quoted, because it
 * may contain a password.
 */
const endpointAddresses = z
  .record(z.string(), z.unknown(), 'must be a JSON object')
  .transform((given, context): Endpoints => {
    const refuse = (message: string, path: string[] = []) =>
      context.addIssue({ code: 'custom', message, path });
    const endpoints: Record<string, string> = {};
    for (const [index, [key, value]] of Object.entries(given).entries()) {
      const problemOfKey = problemOf(key);
      if (problemOfKey !== undefined) {
        refuse(`has a wrong key: number ${index + 1} ${problemOfKey}`);
        continue;
      }
      const address = String(value);
      const problem = problemOf(value);
      if (problem !== undefined) refuse(problem, [key]);
      // The rest of an address is appended to the replacement: `https://sandbox.example.co` and `v3` must not be joined.
      else if (key.endsWith('/') !== address.endsWith('/'))
        refuse('must end with a slash exactly if its key does', [key]);
      endpoints[key] = address;
    }
    return endpoints;
  });

const privateAddresses = new BlockList();
privateAddresses.addSubnet('10.0.0.0', 8, 'ipv4');
privateAddresses.addSubnet('172.16.0.0', 12, 'ipv4');
privateAddresses.addSubnet('192.168.0.0', 16, 'ipv4');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/** Whether secrets would leave the machine and its private network unencrypted. Takes a valid address. */
function isInsecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPrivate =
    isIP(literal) !== 0 && privateAddresses.check(literal, isIP(literal) === 4 ? 'ipv4' : 'ipv6');
  return protocol === 'http:' && !isLoopback(hostname) && !isPrivate;
}

const text = z.string('must be a text').min(1, 'must not be empty');

/** Client ids and developer tokens are sent in headers. */
const headerText = text.regex(
  new RegExp(visibleAscii),
  'must consist of visible ASCII characters, without spaces',
);

/** A version is part of a path or a header. */
const version = text.regex(/^[\w.-]+$/, 'must consist of letters, digits, dots and dashes');

const unknownName = (what: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys'
    ? `has ${issue.keys.join(', ')}, which is no ${what}`
    : 'must be a JSON object';

const appValue: Readonly<Record<AppValueName, z.ZodType<string>>> = {
  developerToken: headerText,
  apiVersion: version,
};

/** Strict: a value that the provider does not take is an unknown name. */
const appValues = (names: readonly AppValueName[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, appValue[name].optional()])), {
    error: unknownName('name of an app-level value of this provider'),
  });

const installation = ({ appValues: names }: Pick<Provider, 'appValues'>) =>
  z.strictObject(
    {
      clientId: headerText.optional(),
      clientSecret: text.optional(),
      app: appValues(names).optional(),
      endpoints: endpointAddresses.optional(),
    },
    { error: unknownName('name known here') },
  );

const byProvider = (
  providers: readonly Provider[],
  schemaOf: (provider: Provider) => z.ZodType<Installation>,
): z.ZodType<Installations> =>
  z.strictObject(
    Object.fromEntries(providers.map((provider) => [provider.provider, schemaOf(provider).optional()])),
    { error: unknownName('provider') },
  );

/** The schema of `PROVIDERS_FILE`. */
export const installationsOf = (providers: readonly Provider[]): z.ZodType<Installations> =>
  byProvider(providers, (provider) =>
    installation(provider).refine(
      ({ clientId, clientSecret }) => (clientId === undefined) === (clientSecret === undefined),
      { error: 'must have both clientId and clientSecret, or neither' },
    ),
  );

/** The schema for a program that gets no tokens: it needs no client secrets, and drops those that the file has. */
export const installationsWithoutSecretsOf = (providers: readonly Provider[]): z.ZodType<Installations> =>
  byProvider(providers, (provider) =>
    installation(provider).transform((configured) => ({ ...configured, clientSecret: undefined })),
  );

/** The paths of endpoints on plain http outside loopback and private addresses. */
export const insecureEndpoints = (installations: Installations): string[] =>
  Object.entries(installations).flatMap(([provider, configured]) =>
    Object.entries(configured?.endpoints ?? {})
      .filter(([, address]) => isInsecure(address))
      .map(([key]) => `${provider}.endpoints.${key}`),
  );
