import type { Json } from '@patchbay/outgoing/json';
import { basicAuthorization } from './call.ts';
import type { Connector, ConnectorEnvironment, Consent, OauthClient } from './connector.ts';
import { type Credentials, secretOf, type Values } from './credentials.ts';
import { ProviderFailure } from './failure.ts';
import { grantedScopes, tokensIn } from './tokens.ts';

type Parameters = Readonly<Record<string, string>>;

/** A URL, or one that depends on settings, such as a region. */
type Address = string | ((settings: Values) => string);

export interface AuthorizationCodeOptions {
  readonly authorizeUrl: Address;
  readonly tokenUrl: Address;
  /** Separated by spaces or by commas, as the provider documents. */
  readonly scope: string;
  /** Whether the provider supports PKCE with S256. */
  readonly pkce: boolean;
  /** How the client authenticates at the token endpoint: by form fields or by a Basic header. */
  readonly clientAuth: 'body' | 'basic';
  /** Additional parameters of the consent page. */
  readonly authorizeParameters?: Parameters;
  /** Additional fields of the exchange and of the renewal. */
  readonly exchangeParameters?: Parameters;
  readonly renewParameters?: Parameters;
  /** Additional headers at the token endpoint. */
  readonly headers?: Parameters;
  /** Required scopes, for a provider where a person may grant fewer. Default: granted scopes are not checked. */
  readonly neededScopes?: readonly string[];
  /** Corrects the credentials of `tokensIn`, for example with a known end. */
  readonly complete?: (credentials: Credentials, answer: Json | undefined) => Credentials;
}

const resolve = (address: Address, settings: Values): string =>
  typeof address === 'string' ? address : address(settings);

export function clientOf({ client }: Pick<ConnectorEnvironment, 'client'>): OauthClient {
  if (client === undefined) throw new ProviderFailure('not_configured', { code: 'no client' });
  return client;
}

/** The authorization code grant with refresh tokens (RFC 6749, sections 4.1 and 6; PKCE: RFC 7636). */
export function authorizationCode(
  environment: ConnectorEnvironment,
  options: AuthorizationCodeOptions,
): Required<Pick<Connector, 'consent' | 'renew'>> {
  const { call, address, now } = environment;
  const { scope, pkce, clientAuth, headers = {}, complete = (credentials) => credentials } = options;

  const post = async (form: Parameters, settings: Values, signal: AbortSignal): Promise<Json | undefined> => {
    const { clientId, clientSecret } = clientOf(environment);
    const answer = await call({
      at: 'token',
      url: resolve(options.tokenUrl, settings),
      headers:
        clientAuth === 'basic'
          ? { ...headers, authorization: basicAuthorization(clientId, clientSecret) }
          : headers,
      form: clientAuth === 'body' ? { ...form, client_id: clientId, client_secret: clientSecret } : form,
      signal,
    });
    return answer.body;
  };

  const consent: Consent = {
    pkce,
    authorizationUrl({ settings, redirectUri, state, codeChallenge }) {
      const url = new URL(address(resolve(options.authorizeUrl, settings)));
      const parameters: Parameters = {
        response_type: 'code',
        client_id: clientOf(environment).clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
        ...options.authorizeParameters,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ settings, redirectUri, code, codeVerifier }, signal) {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        ...options.exchangeParameters,
      };
      const answer = await post(form, settings, signal);
      const granted = grantedScopes(answer);
      if (granted && options.neededScopes?.some((needed) => !granted.has(needed)))
        throw new ProviderFailure('scope_missing');
      return complete(tokensIn(answer, now()), answer);
    },
  };

  return {
    consent,
    async renew({ settings, credentials }, signal) {
      if (credentials.secrets['refreshToken'] === undefined) throw new ProviderFailure('ended');
      const form = {
        grant_type: 'refresh_token',
        refresh_token: secretOf(credentials, 'refreshToken'),
        ...options.renewParameters,
      };
      const answer = await post(form, settings, signal);
      return complete(tokensIn(answer, now(), credentials), answer);
    },
  };
}
