import type { Outgoing } from '@patchbay/outgoing/outgoing';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  ResponseBodyError,
} from 'openid-client';
import type { ProviderFlow } from '../domain/provider-flow.ts';
import type { Claims } from '../domain/provider-identity.ts';
import { discover, type ProviderClient } from './discover.ts';

type Secrets = Pick<ProviderFlow, 'state' | 'nonce' | 'codeVerifier'>;

/** The OpenID Connect client of one provider. */
export interface OpenIdProvider {
  /** The URL of the provider's consent page for this flow. `loginHint` is an address to preselect; empty: none. */
  authorizationUrl(flow: Secrets, loginHint: string): Promise<string>;
  /** Redeems the code in the query of the redirect and returns the claims of the verified ID token. */
  claims(flow: Secrets, query: URLSearchParams): Promise<Claims>;
}

/** How long metadata is cached: providers rarely move endpoints. openid-client caches signing keys for five minutes. */
const metadataMs = 60 * 60 * 1000;

/** Every request to the provider is sent through `outgoing`, which must allow the origin of the issuer. */
export function createOpenIdProvider(
  client: ProviderClient,
  outgoing: Outgoing,
  clock: Clock = systemClock,
): OpenIdProvider {
  let cached: { configuration: Promise<Configuration>; until: number } | undefined;

  /** Fetches the metadata at first use; concurrent calls share one fetch, and a failed fetch is not cached. */
  const configuration = (): Promise<Configuration> => {
    if (cached !== undefined && clock.uptime() < cached.until) return cached.configuration;
    const fetched = { configuration: discover(client, outgoing), until: clock.uptime() + metadataMs };
    cached = fetched;
    fetched.configuration.catch(() => {
      if (cached === fetched) cached = undefined;
    });
    return fetched.configuration;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }, loginHint) {
      const { href } = buildAuthorizationUrl(await configuration(), {
        redirect_uri: client.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint !== '' && { login_hint: loginHint }),
      });
      return href;
    },
    async claims({ state, nonce, codeVerifier }, query) {
      const redirectedTo = new URL(client.redirectUri);
      redirectedTo.search = query.toString();
      const tokens = await authorizationCodeGrant(await configuration(), redirectedTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('there is no ID token');
      return claims;
    },
  };
}

export const isDenial = (thrown: unknown): boolean =>
  thrown instanceof AuthorizationResponseError && thrown.error === 'access_denied';

/** Names and codes of an error and its causes, for a log. No messages: they can hold tokens and claims. */
export function errorCodesOf(thrown: unknown): string {
  const parts: unknown[] = [thrown instanceof Error ? thrown.name : typeof thrown];
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError) {
    parts.push(thrown.error);
  }
  for (let layer = thrown, depth = 0; layer instanceof Error && depth < 3; layer = layer.cause, depth += 1) {
    if ('code' in layer) parts.push(layer.code);
    const { cause } = layer;
    if (typeof cause === 'object' && cause !== null && 'claim' in cause) parts.push(cause.claim);
  }
  const words = parts.filter((part): part is string => typeof part === 'string');
  return [...new Set(words)].join(' ').slice(0, 200);
}
