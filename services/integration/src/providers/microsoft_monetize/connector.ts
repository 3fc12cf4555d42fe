import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { listAt, textAt } from '../../connector/json-path.ts';
import { tokenLogin } from '../../connector/token-login.ts';

const api = 'https://api.appnexus.com';

export function connectMicrosoftMonetize(environment: ConnectorEnvironment): Connector {
  const { call } = environment;
  return {
    // A token ends 2 hours after its last use, and 24 hours after the login. No end is set here, so that a login is made only
    // when a request says that the token has ended: the number of logins is limited.
    ...tokenLogin(environment, async (fields, _settings, signal) => {
      const { body } = await call({
        at: 'token',
        url: `${api}/auth`,
        json: { auth: { username: textOf(fields, 'username'), password: textOf(fields, 'password') } },
        signal,
      });
      const accessToken = textAt(body, 'response', 'token');
      if (accessToken === undefined)
        throw new ProviderFailure('unavailable', { code: 'no token in the answer' });
      return { accessToken };
    }),
    async verify({ settings, credentials }, signal) {
      // The token alone, without a scheme.
      const headers = { authorization: secretOf(credentials, 'accessToken') };
      await call({ at: 'api', url: `${api}/user?current`, headers, signal });
      const { body } = await call({ at: 'api', url: `${api}/member`, headers, signal });
      const members = listAt(body, 'response', 'members');
      if (members.length === 0) throw new ProviderFailure('no_accounts');
      const wanted = optionalTextOf(settings, 'memberId');
      const found =
        wanted === undefined ? members[0] : members.find((member) => textAt(member, 'id') === wanted);
      if (found === undefined) throw new ProviderFailure('account_not_found');
      return { name: textAt(found, 'name') ?? textAt(found, 'id') ?? null };
    },
  };
}
