import { basicAuthorization } from './call.ts';
import type { Connector, ConnectorEnvironment } from './connector.ts';
import { type Credentials, lifetimeSeconds, textOf, type Values } from './credentials.ts';
import { textAt } from './json-path.ts';
import { tokenAt } from './tokens.ts';

/** The tokens of a login. */
export interface LoginToken {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Seconds; undefined if the end is unknown. */
  readonly expiresIn?: number;
}

/** Signs in with the entered connect fields, which are stored for the next login. */
type SignIn = (fields: Values, settings: Values, signal: AbortSignal) => Promise<LoginToken>;

/** The credentials after a login. They are not renewed ahead of their end: the next use after the end logs in again. */
export function loggedIn(
  fields: Credentials['secrets'],
  { accessToken, refreshToken, expiresIn }: LoginToken,
  now: Date,
): Credentials {
  const seconds = lifetimeSeconds(expiresIn);
  return {
    secrets: { ...fields, accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    expiresAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1000),
    renewAt: null,
    endsAt: null,
  };
}

/** Connect fields as secrets. */
export const secretsOf = (fields: Values): Credentials['secrets'] =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** A login with the entered fields for a token: client credentials, or user and password. A renewal is another login. */
export function tokenLogin(
  { clock }: Pick<ConnectorEnvironment, 'clock'>,
  signIn: SignIn,
): Required<Pick<Connector, 'login' | 'renew'>> {
  return {
    async login(fields, settings, signal) {
      return loggedIn(secretsOf(fields), await signIn(fields, settings, signal), clock.now());
    },
    async renew({ settings, credentials: { secrets } }, signal) {
      return loggedIn(secrets, await signIn(secrets, settings, signal), clock.now());
    },
  };
}

interface ClientCredentialsOptions {
  readonly tokenUrl: string;
  /** How the client of the customer authenticates: by form fields, by a Basic header, or only by the fields of `form`. */
  readonly clientAuth: 'body' | 'basic' | 'form';
  /** Additional fields of the request. */
  readonly form?: (fields: Values, settings: Values) => Readonly<Record<string, string>>;
}

/** The client credentials grant (RFC 6749, section 4.4) with the connect fields `clientId` and `clientSecret`. */
export const clientCredentials = (
  environment: ConnectorEnvironment,
  { tokenUrl, clientAuth, form = () => ({}) }: ClientCredentialsOptions,
): Required<Pick<Connector, 'login' | 'renew'>> =>
  tokenLogin(environment, async (fields, settings, signal) => {
    const clientId = textOf(fields, 'clientId');
    const clientSecret = textOf(fields, 'clientSecret');
    const { body } = await environment.call({
      at: 'token',
      url: tokenUrl,
      ...(clientAuth === 'basic' && {
        headers: { authorization: basicAuthorization(clientId, clientSecret) },
      }),
      form: {
        grant_type: 'client_credentials',
        ...(clientAuth === 'body' && { client_id: clientId, client_secret: clientSecret }),
        ...form(fields, settings),
      },
      signal,
    });
    const seconds = Number(textAt(body, 'expires_in'));
    return { accessToken: tokenAt(body, 'access_token'), ...(seconds > 0 && { expiresIn: seconds }) };
  });
