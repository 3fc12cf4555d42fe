import { namedAccount, optionalListIn } from '../../connector/account-list.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { googleAuthorization, googleHeaders } from '../google.ts';

const scope = 'https://www.googleapis.com/auth/display-video';

export function connectGoogleDv360(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = `https://displayvideo.googleapis.com/${app.apiVersion ?? 'v4'}`;
  return {
    ...googleAuthorization(environment, scope),
    async verify(connection, signal) {
      const headers = googleHeaders(connection);
      const advertiserId = optionalTextOf(connection.settings, 'advertiserId');
      const partnerId = optionalTextOf(connection.settings, 'partnerId');
      // The advertiser first: a login may have access to an advertiser without seeing any partner.
      const named =
        advertiserId === undefined ? partnerId && `partners/${partnerId}` : `advertisers/${advertiserId}`;
      if (named !== undefined) {
        const { body } = await namedAccount(call({ at: 'api', url: `${api}/${named}`, headers, signal }));
        return { name: textAt(body, 'displayName') ?? advertiserId ?? partnerId ?? null };
      }
      const answer = await call({
        at: 'api',
        url: `${api}/partners`,
        query: { pageSize: '1' },
        headers,
        signal,
      });
      const [partner] = optionalListIn(answer, 'partners');
      // A Google account without a user in Display & Video 360 gets an empty list.
      if (partner === undefined) throw new ProviderFailure('no_accounts');
      return { name: textAt(partner, 'displayName') ?? textAt(partner, 'partnerId') ?? null };
    },
  };
}
