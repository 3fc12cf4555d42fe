import { basicAuthorization } from './authorization-header.ts';
import type { Connector, ConnectorEnvironment } from './connector.ts';
import { textOf, type Values } from './credentials.ts';
import { textAt } from './json-path.ts';
import { tokenAt } from './token-at.ts';
import { tokenLogin } from './token-login.ts';

export interface ClientCredentialsOptions {
  readonly tokenUrl: string;
  /** How the customer's client signs in: by form fields, by a Basic header, or by what `form` adds alone. */
  readonly clientAuth: 'body' | 'basic' | 'form';
  /** Further fields of the request. */
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
