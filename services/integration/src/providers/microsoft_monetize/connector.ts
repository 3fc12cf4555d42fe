import { accountAmong, listIn } from '../../connector/account-list.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { tokenLogin } from '../../connector/token-login.ts';
import { tokenAt } from '../../connector/tokens.ts';

const api = 'https://api.appnexus.com';

export function connectMicrosoftMonetize(environment: ConnectorEnvironment): Connector {
  const { call } = environment;
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
    async verify({ settings, credentials }, signal) {
      // The token alone, without a scheme.
      const headers = { authorization: secretOf(credentials, 'accessToken') };
      await call({ at: 'api', url: `${api}/user?current`, headers, signal });
      const answer = await call({ at: 'api', url: `${api}/member`, headers, signal });
      const wanted = optionalTextOf(settings, 'memberId');
      const found = await accountAmong(
        listIn(answer, 'response', 'members'),
        (member) => wanted === undefined || textAt(member, 'id') === wanted,
      );
      return { name: textAt(found, 'name') ?? textAt(found, 'id') ?? null };
    },
  };
}
