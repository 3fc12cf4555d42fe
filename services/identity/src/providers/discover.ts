import { createFetch } from '@patchbay/outgoing/fetch';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { ProviderName } from '../domain/provider-identity.ts';

/** Patchbay's OAuth client at a provider. */
export interface ProviderClient {
  readonly provider: ProviderName;
  /** The issuer URL whose metadata is fetched; https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider redirects browsers to it; must be registered with the client. */
  readonly redirectUri: string;
}

/** Milliseconds for each request to a provider: short, because a person waits for the answer. */
const timeoutMs = 4_000;
/** Seconds after which openid-client gives up: later than the client, whose failure says which host did not answer. */
const libraryTimeout = 5;
const entraHost = 'https://login.microsoftonline.com';

/**
 * Microsoft has one issuer per tenant: the metadata of `common` has the template `…/{tenantid}/v2.0`, and the issuer of a
 * token must be that template with the token's `tid` in it. openid-client checks this only if the metadata URL is on
 * Microsoft's host. For an issuer on another host (a sovereign cloud, a simulator) it is therefore given a URL on
 * Microsoft's host, and the fetch function sends that request to the configured host.
 */
function entraDiscovery(issuer: URL, fetchIt: CustomFetch): { server: URL; fetchIt: CustomFetch } {
  if (issuer.origin === entraHost) return { server: issuer, fetchIt };
  const metadata = /^https:\/\/login\.microsoftonline\.com(\/.*\.well-known\/openid-configuration)$/;
  return {
    server: new URL(issuer.pathname, entraHost),
    fetchIt: (url, options) => fetchIt(url.replace(metadata, `${issuer.origin}$1`), options),
  };
}

/** Removes the first path segment (`common`, a domain or a tenant id): only there may the discovered issuer differ. */
const withoutTenant = (issuer: string): string =>
  new URL(issuer.replace(/^(https?:\/\/[^/]+)\/[^/]+/, '$1')).href;

/**
 * Fetches the provider's metadata. openid-client then verifies signature, issuer, audience and times of ID tokens. Endpoints in the
 * metadata that are not on the issuer's origin must be on https and have public addresses: `outgoing` refuses all others.
 */
export async function discover(
  { provider, issuer, clientId, clientSecret }: ProviderClient,
  outgoing: Outgoing,
): Promise<Configuration> {
  const address = new URL(issuer);
  const direct = { server: address, fetchIt: createFetch(outgoing, { target: provider, timeoutMs }) };
  const { server, fetchIt } = provider === 'microsoft' ? entraDiscovery(address, direct.fetchIt) : direct;
  const configuration = await discovery(server, clientId, clientSecret, undefined, {
    [customFetch]: fetchIt,
    timeout: libraryTimeout,
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const discovered = configuration.serverMetadata().issuer;
  if (provider === 'microsoft' && withoutTenant(discovered) !== withoutTenant(issuer)) {
    throw new Error('the metadata is of another issuer');
  }
  return configuration;
}
