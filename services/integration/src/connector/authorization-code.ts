import type { Json } from '@patchbay/outgoing/json';
import { basicAuthorization } from './call.ts';
import type { Connector, ConnectorEnvironment, Consent, OauthClient } from './connector.ts';
import { type Credentials, secretOf, type Values } from './credentials.ts';
import { ProviderFailure } from './failure.ts';
import { grantedScopes, tokensIn } from './tokens.ts';
import type { UseAccess } from './use.ts';

type Parameters = Readonly<Record<string, string>>;

/** A URL, or one that depends on settings, such as a region. */
type Address = string | ((settings: Values) => string);

/** A scope that must be granted; one of a list suffices. */
export interface NeededScope {
  readonly scope: string | readonly string[];
  /** What it allows, for the client to read, such as `reading ads`. */
  readonly allows: string;
}

export interface AuthorizationCodeOptions {
  readonly authorizeUrl: Address;
  readonly tokenUrl: Address;
  /** Separated by spaces or by commas, as the provider documents; by access where the provider tells reads and changes apart. */
  readonly scope:
    | string
    | (Readonly<Record<UseAccess, string>> & {
        /** For integrations from before. Default: that of `read`. */
        readonly before?: string;
      });
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
  /** For a provider that may grant fewer scopes than asked for, and tells which. Default: they are not checked. */
  readonly neededScopes?: (access: UseAccess) => readonly NeededScope[];
  /** Corrects the credentials of `tokensIn`, for example with a known end. */
  readonly complete?: (credentials: Credentials, answer: Json | undefined) => Credentials;
}

const resolve = (address: Address, settings: Values): string =>
  typeof address === 'string' ? address : address(settings);

export function clientOf({ client }: Pick<ConnectorEnvironment, 'client'>): OauthClient {
  if (client === undefined) throw new ProviderFailure('not_configured', { code: 'no client' });
  return client;
}

export function clientIdOf({ clientId }: Pick<ConnectorEnvironment, 'clientId'>): string {
  if (clientId === undefined) throw new ProviderFailure('not_configured', { code: 'no client' });
  return clientId;
}

function scopeFor({ scope }: AuthorizationCodeOptions, access: UseAccess | undefined): string {
  if (typeof scope === 'string') return scope;
  return access === undefined ? (scope.before ?? scope.read) : scope[access];
}

/** Throws if the answer names the granted scopes and a needed one is not among them. */
function refuseFewer(answer: Json | undefined, needed: readonly NeededScope[]): void {
  const granted = grantedScopes(answer);
  if (granted === undefined) return;
  const missing = needed.filter(({ scope }) => ![scope].flat().some((each) => granted.has(each)));
  if (missing.length === 0) return;
  const hint = `Not allowed: ${missing.map(({ allows }) => allows).join(', ')}.`;
  throw new ProviderFailure('scope_missing', { hint });
}

/** The authorization code grant with refresh tokens (RFC 6749, sections 4.1 and 6; PKCE: RFC 7636). */
export function authorizationCode(
  environment: ConnectorEnvironment,
  options: AuthorizationCodeOptions,
): Required<Pick<Connector, 'consent' | 'renew'>> {
  const { call, address, clock } = environment;
  const { pkce, clientAuth, headers = {}, complete = (credentials) => credentials } = options;

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
    authorizationUrl({ settings, access, redirectUri, state, codeChallenge }) {
      const url = new URL(address(resolve(options.authorizeUrl, settings)));
      const parameters: Parameters = {
        response_type: 'code',
        client_id: clientOf(environment).clientId,
        redirect_uri: redirectUri,
        scope: scopeFor(options, access),
        state,
        ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
        ...options.authorizeParameters,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange({ settings, access = 'read', redirectUri, code, codeVerifier }, signal) {
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        ...options.exchangeParameters,
      };
      const answer = await post(form, settings, signal);
      refuseFewer(answer, options.neededScopes?.(access) ?? []);
      return complete(tokensIn(answer, clock.now()), answer);
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
      return complete(tokensIn(answer, clock.now(), credentials), answer);
    },
  };
}
