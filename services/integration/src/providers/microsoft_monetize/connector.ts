import type { Json } from '@patchbay/outgoing/json';
import { type AccountFields, accountsIn, listIn, verifiedAmong } from '../../connector/account-list.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf } from '../../connector/credentials.ts';
import { at } from '../../connector/json-path.ts';
import { tokenLogin } from '../../connector/token-login.ts';
import { tokenAt } from '../../connector/tokens.ts';

export const api = 'https://api.appnexus.com';

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: () => 'member',
  currency: 'default_currency',
  timeZone: 'timezone',
  status: 'state',
  settings: (memberId) => ({ memberId }),
};

export function connectMicrosoftMonetize(environment: ConnectorEnvironment): Connector {
  const { call } = environment;

  /** The token alone, without a scheme. */
  const authorize = ({ credentials }: Connection) => ({
    headers: { authorization: secretOf(credentials, 'accessToken') },
  });

  const membersOf = async (connection: Connection, signal: AbortSignal): Promise<readonly Json[]> => {
    const answer = await call({ at: 'api', url: `${api}/member`, ...authorize(connection), signal });
    // A user of one member may get it without a list.
    const member = at(answer.body, 'response', 'member');
    return member === undefined ? listIn(answer, 'response', 'members') : [member];
  };

  return {
    // A token ends 2 hours after its last use and 24 hours after the login. No end is stored, so that a login is made only after
    // a request was refused: the number of logins is limited.
    ...tokenLogin(environment, async (fields, _settings, signal) => {
      const { body } = await call({
        at: 'token',
        url: `${api}/auth`,
        json: { auth: { username: textOf(fields, 'username'), password: textOf(fields, 'password') } },
        signal,
      });
      return { accessToken: tokenAt(body, 'response', 'token') };
    }),
    authorize,
    listAccounts: (connection, signal) => accountsIn(membersOf(connection, signal), accountFields),
    async verify(connection, signal) {
      await call({ at: 'api', url: `${api}/user?current`, ...authorize(connection), signal });
      const wanted = optionalTextOf(connection.settings, 'memberId');
      return verifiedAmong(membersOf(connection, signal), wanted, accountFields);
    },
  };
}
