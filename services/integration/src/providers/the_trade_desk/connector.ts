import { retryAfterMs } from '@patchbay/outgoing/answer';
import type { Json } from '@patchbay/outgoing/json';
import {
  accountAmong,
  accountsIn,
  itemsOfAll,
  itemsOn,
  listIn,
  nextOffset,
  visibleItemsOfAll,
} from '../../connector/account-list.ts';
import { type Classify, failureWith } from '../../connector/classify.ts';
import type {
  Account,
  Connection,
  Connector,
  ConnectorEnvironment,
  ListedAccount,
} from '../../connector/connector.ts';
import {
  type AppValues,
  type Credentials,
  lastingCredentials,
  optionalTextOf,
  secretOf,
  textOf,
  type Values,
} from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { secretsOf, tokenLogin } from '../../connector/token-login.ts';
import { tokenAt } from '../../connector/tokens.ts';

/** The items of a query, in pages of this size. */
type Query = (path: string, named: { readonly [name: string]: Json }, size: number) => AsyncIterable<Json>;

const pageSize = 100;

const partnersBy = (query: Query, size = pageSize) => query('partner/query', {}, size);

const advertisersOf = (query: Query, partnerId: string) =>
  query('advertiser/query/partner', { PartnerId: partnerId }, pageSize);

const advertisersOfAll = (query: Query) =>
  itemsOfAll(partnersBy(query), (partner) => advertisersOf(query, textAt(partner, 'PartnerId') ?? ''));

/** A partner, then its advertisers. */
async function* accountsOf(query: Query, partner: Json): AsyncGenerator<ListedAccount, void> {
  const partnerId = textAt(partner, 'PartnerId');
  if (partnerId === undefined) return;
  yield* accountsIn([partner], {
    id: 'PartnerId',
    name: 'PartnerName',
    type: () => 'partner',
    settings: () => ({ partnerId }),
  });
  yield* accountsIn(advertisersOf(query, partnerId), {
    id: 'AdvertiserId',
    name: 'AdvertiserName',
    type: () => 'advertiser',
    currency: 'CurrencyCode',
    status: 'Availability',
    parentId: () => partnerId,
    settings: (advertiserId) => ({ advertiserId, partnerId }),
  });
}

/** The advertiser or the partner in the settings, otherwise the first partner. */
async function findAccount(query: Query, settings: Values): Promise<Account> {
  const partnerId = optionalTextOf(settings, 'partnerId');
  const advertiserId = optionalTextOf(settings, 'advertiserId');
  if (advertiserId !== undefined) {
    // Advertisers are listed only by partner. If the settings name none, every partner of the login is searched.
    const advertisers = partnerId === undefined ? advertisersOfAll(query) : advertisersOf(query, partnerId);
    const found = await accountAmong(advertisers, (each) => textAt(each, 'AdvertiserId') === advertiserId);
    return { name: textAt(found, 'AdvertiserName') ?? advertiserId };
  }
  const found = await (partnerId === undefined
    ? accountAmong(partnersBy(query, 1), () => true)
    : accountAmong(partnersBy(query), (each) => textAt(each, 'PartnerId') === partnerId));
  return { name: textAt(found, 'PartnerName') ?? textAt(found, 'PartnerId') ?? null };
}

const hosts = {
  production: 'https://api.thetradedesk.com',
  sandbox: 'https://ext-api.sb.thetradedesk.com',
} as const;

/** The maximum lifetime of a login. The answer has no end. */
const tokenMinutes = 1440;

export const classifyTheTradeDesk: Classify = (answer, endpoint) => {
  // The login has no error codes: 400 is a refusal, too.
  if (endpoint === 'token' && answer.status === 400) return failureWith('refused', answer);
  // Limits belong to one user. A 503 with Retry-After is a limit, without it an outage.
  if (answer.status === 503 && retryAfterMs(answer) !== undefined) return failureWith('rate_limited', answer);
  return undefined;
};

/** The end of a day in UTC; null if it is not set or no calendar day. */
function endOfDay(date: string | undefined): Date | null {
  if (date === undefined) return null;
  const end = new Date(`${date}T23:59:59.999Z`);
  // `Date` reads 30 February as 2 March.
  return !Number.isNaN(end.getTime()) && end.toISOString().startsWith(date) ? end : null;
}

const tokenOf = (credentials: Credentials): string =>
  credentials.secrets['apiToken'] ?? secretOf(credentials, 'accessToken');

export const baseUrlOf = ({ environment }: Values, app: AppValues): string =>
  `${environment === 'sandbox' ? hosts.sandbox : hosts.production}/${app.apiVersion ?? 'v3'}`;

export function connectTheTradeDesk(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;

  const authorize = ({ credentials }: Connection) => ({ headers: { 'ttd-auth': tokenOf(credentials) } });

  const queryOf =
    (connection: Connection, signal: AbortSignal): Query =>
    (path, named, size) =>
      itemsOn<number>(async (offset = 0) => {
        const url = `${baseUrlOf(connection.settings, app)}/${path}`;
        const json = { ...named, PageStartIndex: offset, PageSize: size };
        const answer = await call({ at: 'api', url, ...authorize(connection), json, signal });
        // 240 is a success without content.
        if (answer.status === 240) return { items: [], next: undefined };
        const items = listIn(answer, 'Result');
        const total = at(answer.body, 'TotalFilteredCount');
        return { items, next: nextOffset(offset, { items, size, total }) };
      });

  const byPassword = tokenLogin(environment, async (fields, settings, signal) => {
    const { body } = await call({
      at: 'token',
      url: `${baseUrlOf(settings, app)}/authentication`,
      json: {
        Login: textOf(fields, 'login'),
        Password: textOf(fields, 'password'),
        TokenExpirationInMinutes: tokenMinutes,
      },
      signal,
    });
    return { accessToken: tokenAt(body, 'Token'), expiresIn: tokenMinutes * 60 };
  });

  return {
    async login(fields, settings, signal) {
      return fields['apiToken'] === undefined
        ? byPassword.login(fields, settings, signal)
        : // The token is used as it is.
          lastingCredentials(secretsOf(fields));
    },
    /** The end of an API token is known only from the settings. */
    endsAt: ({ settings, credentials }) =>
      credentials.secrets['apiToken'] === undefined
        ? null
        : endOfDay(optionalTextOf(settings, 'tokenExpiresAt')),
    async renew(connection, signal) {
      if (connection.credentials.secrets['apiToken'] !== undefined)
        throw new ProviderFailure('refused', {
          hint: "An API token can't be extended: if it has expired or was revoked, create a new one under Access Management.",
        });
      return byPassword.renew(connection, signal);
    },
    authorize,
    listAccounts(connection, signal) {
      const query = queryOf(connection, signal);
      return visibleItemsOfAll(partnersBy(query), (partner) => accountsOf(query, partner));
    },
    verify: (connection, signal) => findAccount(queryOf(connection, signal), connection.settings),
  };
}
