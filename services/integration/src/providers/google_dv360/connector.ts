import type { Json } from '@patchbay/outgoing/json';
import {
  accountsIn,
  itemsOn,
  namedAccount,
  optionalListIn,
  visibleItemsOfAll,
} from '../../connector/account-list.ts';
import type {
  Connection,
  Connector,
  ConnectorEnvironment,
  ListedAccount,
} from '../../connector/connector.ts';
import { type AppValues, optionalTextOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { googleAuthorization, googleHeaders } from '../google.ts';

const scope = 'https://www.googleapis.com/auth/display-video';

/** With that of reports. A person may leave it out: campaigns are reached without it. */
const withReports = `${scope} https://www.googleapis.com/auth/doubleclickbidmanager`;

export const baseUrlOf = (app: AppValues): string =>
  `https://displayvideo.googleapis.com/${app.apiVersion ?? 'v4'}`;

/** Of partners and advertisers. */
const shared = {
  name: 'displayName',
  currency: ['generalConfig', 'currencyCode'],
  timeZone: ['generalConfig', 'timeZone'],
  status: 'entityStatus',
};

type Query = Readonly<Record<string, string>>;

export function connectGoogleDv360(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = baseUrlOf(app);

  const authorize = (connection: Connection) => ({ headers: googleHeaders(connection) });

  const list = (name: string, query: Query, connection: Connection, signal: AbortSignal) =>
    itemsOn<string>(async (pageToken) => {
      const page = { ...query, ...(pageToken !== undefined && { pageToken }) };
      const answer = await call({
        at: 'api',
        url: `${api}/${name}`,
        query: page,
        ...authorize(connection),
        signal,
      });
      return { items: optionalListIn(answer, name), next: textAt(answer.body, 'nextPageToken') };
    });

  /** The partners of the login. A login with rights to advertisers alone has none: then that of the settings. */
  async function* partnersOf(connection: Connection, signal: AbortSignal): AsyncGenerator<Json, void> {
    let isEmpty = true;
    for await (const partner of list('partners', { pageSize: '200' }, connection, signal)) {
      isEmpty = false;
      yield partner;
    }
    const partnerId = optionalTextOf(connection.settings, 'partnerId');
    if (isEmpty && partnerId !== undefined) yield { partnerId };
  }

  /** A partner, then its advertisers. */
  async function* accountsOf(
    partner: Json,
    connection: Connection,
    signal: AbortSignal,
  ): AsyncGenerator<ListedAccount, void> {
    const partnerId = textAt(partner, 'partnerId');
    if (partnerId === undefined) return;
    yield* accountsIn([partner], {
      ...shared,
      id: 'partnerId',
      type: () => 'partner',
      settings: () => ({ partnerId }),
    });
    yield* accountsIn(list('advertisers', { partnerId, pageSize: '200' }, connection, signal), {
      ...shared,
      id: 'advertiserId',
      type: () => 'advertiser',
      parentId: () => partnerId,
      settings: (advertiserId) => ({ advertiserId, partnerId }),
    });
  }

  return {
    ...googleAuthorization(environment, {
      scope: { read: withReports, manage: withReports, before: scope },
      neededScopes: () => [{ scope, allows: 'reading and changing campaigns' }],
    }),
    authorize,
    listAccounts: (connection, signal) =>
      visibleItemsOfAll(partnersOf(connection, signal), (partner) => accountsOf(partner, connection, signal)),
    async verify(connection, signal) {
      const advertiserId = optionalTextOf(connection.settings, 'advertiserId');
      const partnerId = optionalTextOf(connection.settings, 'partnerId');
      // The advertiser first: a login may have access to an advertiser without seeing any partner.
      const named =
        advertiserId === undefined ? partnerId && `partners/${partnerId}` : `advertisers/${advertiserId}`;
      if (named !== undefined) {
        const { body } = await namedAccount(
          call({ at: 'api', url: `${api}/${named}`, ...authorize(connection), signal }),
        );
        return { name: textAt(body, 'displayName') ?? advertiserId ?? partnerId ?? null };
      }
      for await (const partner of list('partners', { pageSize: '1' }, connection, signal))
        return { name: textAt(partner, 'displayName') ?? textAt(partner, 'partnerId') ?? null };
      // A Google account without a user in Display & Video 360 gets an empty list.
      throw new ProviderFailure('no_accounts');
    },
  };
}
