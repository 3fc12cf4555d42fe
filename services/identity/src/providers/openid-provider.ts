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

/** A sign-in provider as its protocol sees it. */
export interface OpenIdProvider {
  /** The consent page to send a browser to. */
  authorizationUrl(flow: Secrets, loginHint: string): Promise<string>;
  /** What the provider says of the person whose browser came back with this query. */
  claims(flow: Secrets, query: URLSearchParams): Promise<Claims>;
}

/** Metadata is asked for again after this time: providers move endpoints, though rarely. Keys have a shorter memory of their own. */
const metadataMs = 60 * 60 * 1000;

export function createOpenIdProvider(client: ProviderClient): OpenIdProvider {
  let known: { configuration: Promise<Configuration>; until: number } | undefined;

  /** Asked for when it is first needed, once for all who wait; a failure is not kept. */
  const configured = (): Promise<Configuration> => {
    if (known !== undefined && Date.now() < known.until) return known.configuration;
    const asked = { configuration: discover(client), until: Date.now() + metadataMs };
    known = asked;
    asked.configuration.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.configuration;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }, loginHint) {
      const { href } = buildAuthorizationUrl(await configured(), {
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
      const answer = new URL(client.redirectUri);
      answer.search = query.toString();
      const tokens = await authorizationCodeGrant(await configured(), answer, {
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

/** What went wrong, for a log: names and codes alone, because messages and causes hold tokens and claims. */
export function kindOf(thrown: unknown): string {
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
