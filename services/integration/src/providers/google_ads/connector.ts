import { boundedWaitMs } from '@patchbay/outgoing/answer';
import type { Json } from '@patchbay/outgoing/json';
import { itemsOn, optionalListIn } from '../../connector/account-list.ts';
import { type Classify, failureWith, type ProviderAnswer } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf, type Values } from '../../connector/credentials.ts';
import { type FailureReason, ProviderFailure } from '../../connector/failure.ts';
import { at, listAt, textAt } from '../../connector/json-path.ts';
import { classifyGoogle, googleAuthorization, googleHeaders } from '../google.ts';

const scope = 'https://www.googleapis.com/auth/adwords';

/** Codes in `error.details[].errors[].errorCode`, with any status. */
const reasons: Readonly<Record<string, FailureReason>> = {
  USER_PERMISSION_DENIED: 'no_access',
  CUSTOMER_NOT_ENABLED: 'no_access',
  CLIENT_CUSTOMER_ID_INVALID: 'account_not_found',
  INVALID_CUSTOMER_ID: 'account_not_found',
  NOT_ADS_USER: 'no_accounts',
  OAUTH_TOKEN_REVOKED: 'refused',
  GOOGLE_ACCOUNT_COOKIE_INVALID: 'unauthorized',
  DEVELOPER_TOKEN_INVALID: 'client_refused',
  DEVELOPER_TOKEN_NOT_APPROVED: 'client_refused',
  DEVELOPER_TOKEN_PROHIBITED: 'client_refused',
  INTERNAL_ERROR: 'unavailable',
};

const hints: Readonly<Record<string, string>> = {
  USER_PERMISSION_DENIED:
    'If the customer is managed by a manager account, its ID has to be in the settings as the login customer ID.',
};

const errorsIn = ({ body }: ProviderAnswer): Json[] =>
  listAt(body, 'error', 'details').flatMap((detail) => listAt(detail, 'errors'));

/** `errorCode` is an object with one field, named after the kind of error. */
const codesIn = (answer: ProviderAnswer): string[] =>
  errorsIn(answer).flatMap((error) => Object.values(at(error, 'errorCode') ?? {}).map(String));

/** `retryDelay` of `QuotaErrorDetails`, such as `30s`: there is no header. */
function quotaDelayMs(answer: ProviderAnswer): number | undefined {
  const delays = errorsIn(answer).flatMap(
    (error) => textAt(error, 'details', 'quotaErrorDetails', 'retryDelay') ?? [],
  );
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(delays[0] ?? '')?.[1]);
  return Number.isNaN(seconds) ? undefined : boundedWaitMs(seconds * 1000);
}

export const classifyGoogleAds: Classify = (answer, endpoint, clock) => {
  if (endpoint !== 'api') return classifyGoogle(answer, endpoint, clock);
  const code = codesIn(answer).find((candidate) => Object.hasOwn(reasons, candidate));
  const reason = code === undefined ? undefined : reasons[code];
  if (code !== undefined && reason !== undefined)
    return failureWith(reason, answer, { code, ...(hints[code] !== undefined && { hint: hints[code] }) });
  if (answer.status === 429) {
    const retryAfterMs = quotaDelayMs(answer);
    return new ProviderFailure('rate_limited', {
      code: '429',
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }
  return classifyGoogle(answer, endpoint, clock);
};

/** Without the dashes that the console shows. */
const digitsOf = (value: string | number | boolean): string => String(value).replaceAll('-', '');

export const withoutDashes = (settings: Values): Values =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, digitsOf(value)]));

export const baseUrlOf = (app: AppValues): string =>
  `https://googleads.googleapis.com/${app.apiVersion ?? 'v25'}`;

const nameQuery =
  'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.manager FROM customer LIMIT 1';

/** All customers below a root, the root included. */
const clientsQuery =
  'SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, ' +
  'customer_client.status, customer_client.manager FROM customer_client';

/** The customers of the login are roots; one without access is left out. */
const isClosed = (error: unknown): boolean => error instanceof ProviderFailure && error.kind === 'permanent';

export function connectGoogleAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = baseUrlOf(app);

  const headersOf = (connection: Connection): Record<string, string> => {
    if (app.developerToken === undefined)
      throw new ProviderFailure('not_configured', { code: 'no developer token' });
    return { ...googleHeaders(connection), 'developer-token': app.developerToken };
  };

  const managedBy = (headers: Record<string, string>, manager: string | undefined): Record<string, string> =>
    manager === undefined ? headers : { ...headers, 'login-customer-id': manager };

  const authorize = (connection: Connection) => ({
    headers: managedBy(headersOf(connection), optionalTextOf(connection.settings, 'loginCustomerId')),
  });

  const search = (customerId: string, query: string, headers: Record<string, string>, signal: AbortSignal) =>
    itemsOn<string>(async (pageToken) => {
      const url = `${api}/customers/${encodeURIComponent(customerId)}/googleAds:search`;
      const json = { query, ...(pageToken !== undefined && { pageToken }) };
      const answer = await call({ at: 'api', url, headers, json, signal });
      return { items: optionalListIn(answer, 'results'), next: textAt(answer.body, 'nextPageToken') };
    });

  const nameOf = async (customerId: string, headers: Record<string, string>, signal: AbortSignal) => {
    for await (const found of search(customerId, nameQuery, headers, signal))
      return textAt(found, 'customer', 'descriptiveName') ?? customerId;
    return customerId;
  };

  const rootsOf = async (headers: Record<string, string>, signal: AbortSignal): Promise<string[]> => {
    const answer = await call({
      at: 'api',
      url: `${api}/customers:listAccessibleCustomers`,
      headers,
      signal,
    });
    return optionalListIn(answer, 'resourceNames').flatMap(
      (name) => textAt(name)?.replace(/^customers\//, '') ?? [],
    );
  };

  return {
    ...googleAuthorization(environment, {
      scope,
      neededScopes: () => [{ scope, allows: 'reading and changing campaigns' }],
    }),
    authorize,
    async *listAccounts(connection, signal) {
      const headers = headersOf(connection);
      const listed = new Set<string>();
      for (const root of await rootsOf(headers, signal)) {
        try {
          for await (const row of search(root, clientsQuery, managedBy(headers, root), signal)) {
            const client = at(row, 'customerClient');
            const id = textAt(client, 'id');
            // A customer may be reached directly and through managers.
            if (id === undefined || listed.has(id)) continue;
            listed.add(id);
            yield {
              id,
              name: textAt(client, 'descriptiveName') ?? null,
              type: at(client, 'manager') === true ? 'manager' : 'customer',
              currency: textAt(client, 'currencyCode') ?? null,
              timeZone: textAt(client, 'timeZone') ?? null,
              status: textAt(client, 'status') ?? null,
              // The row does not say which manager is the nearest.
              parentId: id === root ? null : root,
              settings: { customerId: id, ...(id !== root && { loginCustomerId: root }) },
            };
          }
        } catch (error) {
          if (!isClosed(error)) throw error;
        }
      }
    },
    async verify(connection, signal) {
      const headers = headersOf(connection);
      const [first] = await rootsOf(headers, signal);
      if (first === undefined) throw new ProviderFailure('no_accounts');
      const customerId = optionalTextOf(connection.settings, 'customerId');
      if (customerId === undefined) {
        // The list has no names. The settings do not name an account yet, so one without access is shown by its number.
        const name = await nameOf(first, headers, signal).catch((error: unknown) => {
          if (isClosed(error)) return first;
          throw error;
        });
        return { name };
      }
      return { name: await nameOf(customerId, authorize(connection).headers, signal) };
    },
  };
}
