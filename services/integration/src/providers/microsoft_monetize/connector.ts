import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, listIn } from '../../connector/account-list.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf } from '../../connector/credentials.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { tokenLogin } from '../../connector/token-login.ts';
import { tokenAt } from '../../connector/tokens.ts';

export const api = 'https://api.appnexus.com';

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
    async *listAccounts(connection, signal) {
      for (const member of await membersOf(connection, signal)) {
        const memberId = textAt(member, 'id');
        if (memberId === undefined) continue;
        yield {
          id: memberId,
          name: textAt(member, 'name') ?? null,
          type: 'member',
          currency: textAt(member, 'default_currency') ?? null,
          timeZone: textAt(member, 'timezone') ?? null,
          status: textAt(member, 'state') ?? null,
          parentId: null,
          settings: { memberId },
        };
      }
    },
    async verify(connection, signal) {
      await call({ at: 'api', url: `${api}/user?current`, ...authorize(connection), signal });
      const wanted = optionalTextOf(connection.settings, 'memberId');
      const found = await accountAmong(
        await membersOf(connection, signal),
        (member) => wanted === undefined || textAt(member, 'id') === wanted,
      );
      return { name: textAt(found, 'name') ?? textAt(found, 'id') ?? null };
    },
  };
}
