import { accountOfSetting } from '../../connector/account-list.ts';
import { basicAuthorization } from '../../connector/call.ts';
import { type Classify, failureWith } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { lastingCredentials, secretOf, textOf } from '../../connector/credentials.ts';
import { secretsOf } from '../../connector/token-login.ts';

export const classifyMagnite: Classify = (answer) => {
  // There is no token to renew: the key itself was refused.
  if (answer.status === 401) return failureWith('refused', answer);
  // A missing or invalid value. Only the publisher is not a constant.
  if (answer.status === 422) return failureWith('account_not_found', answer);
  return undefined;
};

/** Key and secret are sent with every request: there is no login. */
export function connectMagnite({ app, call }: ConnectorEnvironment): Connector {
  const url = `https://api.rubiconproject.com/analytics/${app.apiVersion ?? 'v1'}/report/`;

  const authorize = ({ credentials }: Connection) => ({
    headers: {
      authorization: basicAuthorization(secretOf(credentials, 'apiKey'), secretOf(credentials, 'apiSecret')),
    },
  });

  return {
    login: (fields) => Promise.resolve(lastingCredentials(secretsOf(fields))),
    authorize,
    // No request lists publishers.
    async *listAccounts({ settings }) {
      yield accountOfSetting(settings, 'publisherId', 'publisher');
    },
    async verify(connection, signal) {
      const publisherId = textOf(connection.settings, 'publisherId');
      // No request returns the owner of a key. A report of one number shows that the key may read the publisher. The newer
      // reports are not used, because each request for one starts a job.
      await call({
        at: 'api',
        url,
        query: {
          account: `publisher/${publisherId}`,
          dateRange: 'yesterday',
          dimensions: 'date',
          metrics: 'impressions',
          format: 'json',
        },
        ...authorize(connection),
        signal,
      });
      return { name: publisherId };
    },
  };
}
