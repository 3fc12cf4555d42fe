import { internal } from '@patchbay/errors/failure';
import { requestsPerProvider } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import { type Outgoing, OutgoingError } from '@patchbay/outgoing/outgoing';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { createCall, type TakeTurn } from './call.ts';
import { type Connector, type OauthClient } from './connector.ts';
import { type AppValueName, type AppValues } from './credentials.ts';
import type { Provider } from './provider.ts';

/** Replacements by the prefix of a documented address of the provider. */
export type Endpoints = Readonly<Record<string, string>>;

const startsWithPrefix = (url: string, prefix: string): boolean =>
  url.startsWith(prefix) &&
  (prefix.endsWith('/') || url.length === prefix.length || '/?'.includes(url.charAt(prefix.length)));

/** Replaces the longest configured prefix of the address. */
export function replacePrefix(url: string, endpoints: Endpoints): string {
  const longest = Object.keys(endpoints)
    .filter((prefix) => startsWithPrefix(url, prefix))
    .toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? url : `${endpoints[longest]}${url.slice(longest.length)}`;
}

/** The values of this installation for one provider: OAuth client, app-level values, replacements of addresses. */
export interface Installation {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly app?: Readonly<Partial<Record<AppValueName, string | undefined>>> | undefined;
  readonly endpoints?: Endpoints | undefined;
}

/** By provider value; a provider without an entry uses its defaults. */
export type Installations = { readonly [provider: string]: Installation | undefined };

/** The OAuth client of an installation; undefined if one of its two values is missing. */
export function clientIn({ clientId, clientSecret }: Installation = {}): OauthClient | undefined {
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

/** The origins of all `endpoints`: only these may be private addresses. */
export const endpointOrigins = (installations: Installations): string[] => [
  ...new Set(
    Object.values(installations).flatMap((installation) =>
      Object.values(installation?.endpoints ?? {}).map((url) => new URL(url).origin),
    ),
  ),
];

export interface ConnectorsOptions {
  readonly installations: Installations;
  readonly outgoing: Pick<Outgoing, 'send'>;
  /** Counts the concurrent requests to a provider that says how many. Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  readonly clock?: Clock;
}

/** Milliseconds that a request waits until the provider may be sent one more: an attempt has 25,000 for several. */
const waitMs = 5_000;

/** Waits for one of the concurrent requests that the provider allows; undefined where it does not say how many. */
function createTakeTurn(
  { provider, atOnce }: Provider,
  { counts, clock }: Pick<ConnectorsOptions, 'counts'> & { readonly clock: Clock },
): TakeTurn | undefined {
  if (atOnce === undefined) return undefined;
  const turns = createSharedTurns({
    bound: requestsPerProvider(atOnce),
    counts,
    maxWaiting: 64,
    refusal: () => new OutgoingError('busy', provider),
    clock,
  });
  return async (signal) => {
    try {
      return await turns.take(provider, { timeoutMs: waitMs, signal });
    } catch (error) {
      throw signal.aborted ? new OutgoingError('canceled', provider) : error;
    }
  };
}

/** The app-level values of an installation. */
export const appOf = ({ app = {} }: Installation = {}): AppValues =>
  Object.fromEntries(Object.entries(app).filter(([, value]) => value !== undefined));

/** The connector of a provider in this installation. */
export function createConnector(
  provider: Provider,
  { installations, outgoing, counts, clock = systemClock }: ConnectorsOptions,
): Connector {
  const takeTurn = createTakeTurn(provider, { counts, clock });
  const installation = installations[provider.provider];
  const endpoints = installation?.endpoints ?? {};
  const address = (url: string): string => replacePrefix(url, endpoints);
  return provider.connect({
    client: clientIn(installation),
    clientId: installation?.clientId,
    app: appOf(installation),
    address,
    call: createCall({
      provider: provider.provider,
      authMethod: provider.authMethod,
      outgoing,
      address,
      clock,
      ...(takeTurn && { takeTurn }),
      ...(provider.classify && { classify: provider.classify }),
    }),
    clock,
  });
}

/** The connector of a provider value. An unknown value is a bug: `providerOf` has refused it before. */
export type ConnectorOf = (provider: string) => Connector;

/** Each connector is created once, on first use. */
export function createConnectors(providers: readonly Provider[], options: ConnectorsOptions): ConnectorOf {
  const byValue = new Map(providers.map((provider) => [provider.provider, provider]));
  const made = new Map<string, Connector>();
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const provider = byValue.get(value);
    if (provider === undefined) throw internal(`no provider ${value}`);
    const connector = createConnector(provider, options);
    made.set(value, connector);
    return connector;
  };
}
