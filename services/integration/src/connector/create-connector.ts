import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { createCall } from './call.ts';
import type { Connector, OauthClient } from './connector.ts';
import { replaceBeginning } from './endpoints.ts';
import type { Installation, Installations } from './installation.ts';
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
