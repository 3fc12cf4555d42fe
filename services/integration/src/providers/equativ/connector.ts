import type { Json } from '@patchbay/outgoing/json';
import { accountOfSetting } from '../../connector/account-list.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import { type Classify, failureWith } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, type Values } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { clientCredentials } from '../../connector/token-login.ts';

export const supply = 'https://supply-api.eqtv.io';
export const demand = 'https://demand-api.eqtv.io';

const rightHint =
  'The API user needs the right to read sites, or to read deals if the settings choose the demand platform.';

export const classifyEquativ: Classify = (answer, at) =>
  at === 'api' && answer.status === 403 ? failureWith('no_access', answer, { hint: rightHint }) : undefined;

const isDemand = (settings: Values): boolean => settings['platform'] === 'demand';

/** What requests to the demand platform are about. Undefined: whatever the login begins with. */
export const companyOf = (settings: Values): string | undefined =>
  isDemand(settings) ? optionalTextOf(settings, 'companyId') : undefined;

/**
 * The first element of a list, or of the first list in an object: the documentation does not show whether the list is wrapped.
 */
function firstIn(body: Json | undefined): Json | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const list: unknown = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
  return (list as readonly Json[] | undefined)?.[0];
}

export function connectEquativ(environment: ConnectorEnvironment): Connector {
  const authorize = ({ settings, credentials }: Connection) => {
    const companyId = companyOf(settings);
    return {
      headers: {
        authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
        ...(companyId !== undefined && { 'x-companyid': companyId }),
      },
    };
  };

  /** The first page suffices: only access is verified. */
  const list = async (connection: Connection, signal: AbortSignal) => {
    const { body } = await environment.call({
      at: 'api',
      ...(isDemand(connection.settings)
        ? { url: `${demand}/deals`, query: { limit: '1' } }
        : { url: `${supply}/sites` }),
      ...authorize(connection),
      signal,
    });
    return body;
  };

  return {
    ...clientCredentials(environment, {
      tokenUrl: 'https://login.eqtv.io/oauth2/token',
      clientAuth: 'body',
    }),
    authorize,
    // No request lists networks or companies.
    async *listAccounts({ settings }) {
      const [name, type] = isDemand(settings) ? ['companyId', 'company'] : ['networkId', 'network'];
      if (settings[name] !== undefined) yield accountOfSetting(settings, name, type);
    },
    async verify(connection, signal) {
      const { settings } = connection;
      const first = firstIn(await list(connection, signal));
      // No request returns the name of a network or a company, so its id is shown. An empty list is a success: the network may
      // have no site or deal yet.
      const name =
        companyOf(settings) ??
        optionalTextOf(settings, 'networkId') ??
        textAt(first, 'name') ??
        textAt(first, 'id');
      return { name: name ?? null };
    },
  };
}
