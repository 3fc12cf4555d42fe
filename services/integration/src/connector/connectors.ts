import { internal } from '@patchbay/errors/failure';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { createCall } from './call.ts';
import type { AppValueName, Connector, OauthClient } from './connector.ts';
import type { Provider } from './provider.ts';

/** The OAuth client of an installation; undefined where one of its two values is missing. */
export function clientIn({ clientId, clientSecret }: Installation = {}): OauthClient | undefined {
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

/** The origins that the installation's `endpoints` lead to: the only ones that may be private. */
export const endpointOrigins = (installations: Installations): string[] => [
  ...new Set(
    Object.values(installations).flatMap((installation) =>
      Object.values(installation?.endpoints ?? {}).map((url) => new URL(url).origin),
    ),
  ),
];

export interface ConnectorsOptions {
  readonly installations: Installations;
  readonly outgoing: Outgoing;
  /** Default: the clock of this process. */
  readonly now?: () => Date;
}

const defined = (app: Installation['app'] = {}) =>
  Object.fromEntries(Object.entries(app).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;

/** The connector of a provider in this installation. */
export function createConnector(
  provider: Provider,
  { installations, outgoing, now = () => new Date() }: ConnectorsOptions,
): Connector {
  const installation = installations[provider.provider];
  const endpoints = installation?.endpoints ?? {};
  const address = (url: string): string => replaceBeginning(url, endpoints);
  return provider.connect({
    client: clientIn(installation),
    app: defined(installation?.app),
    address,
    call: createCall({
      provider: provider.provider,
      authMethod: provider.authMethod,
      outgoing,
      address,
      ...(provider.atOnce !== undefined && { atOnce: provider.atOnce }),
      ...(provider.classify && { classify: provider.classify }),
    }),
    now,
  });
}

/** By the beginning of an address of the provider: what is called instead. */
export type Endpoints = Readonly<Record<string, string>>;

const beginsWith = (url: string, prefix: string): boolean =>
  url.startsWith(prefix) &&
  (prefix.endsWith('/') || url.length === prefix.length || '/?'.includes(url.charAt(prefix.length)));

/** The address with its longest configured beginning replaced; the rest is kept. */
export function replaceBeginning(url: string, endpoints: Endpoints): string {
  const longest = Object.keys(endpoints)
    .filter((prefix) => beginsWith(url, prefix))
    .toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? url : `${endpoints[longest]}${url.slice(longest.length)}`;
}

/** Values of this installation for one provider: its OAuth client, app-level values, replacements for addresses. */
export interface Installation {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly app?: Readonly<Partial<Record<AppValueName, string | undefined>>> | undefined;
  readonly endpoints?: Endpoints | undefined;
}

/** By provider value; a provider without an entry has only its defaults. */
export type Installations = { readonly [provider: string]: Installation | undefined };

/** The connector of a provider value. One that is not in the list is a bug: stored integrations name providers of the list. */
export type ConnectorOf = (provider: string) => Connector;

/** Each connector is made once, when it is asked for first. */
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
