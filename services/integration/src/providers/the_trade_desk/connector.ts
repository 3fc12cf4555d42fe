import { itemsOn } from '../../connector/account-list.ts';
import type { Classify } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import {
  type Credentials,
  lastingCredentials,
  optionalTextOf,
  secretOf,
  textOf,
  type Values,
} from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { listIn, nextOffset } from '../../connector/pages.ts';
import { secretsOf, tokenLogin } from '../../connector/token-login.ts';
import { findAccount, type Query } from './verify.ts';

const hosts = {
  production: 'https://api.thetradedesk.com',
  sandbox: 'https://ext-api.sb.thetradedesk.com',
} as const;

/** The longest that the login gives. The answer tells no end. */
const tokenMinutes = 1440;

/** The login has no error codes: with 400, too, it refuses what was entered. */
export const classifyTheTradeDesk: Classify = (answer, endpoint) =>
  endpoint === 'token' && answer.status === 400 ? failureWith('refused', answer) : undefined;

/** The end of a day in UTC; null where it is not set, or no day of the calendar. */
function endOfDay(date: string | undefined): Date | null {
  if (date === undefined) return null;
  const end = new Date(`${date}T23:59:59.999Z`);
  // 30 February is read as 2 March.
  return !Number.isNaN(end.getTime()) && end.toISOString().startsWith(date) ? end : null;
}

/** Credentials of the first group: the token is used as it is and has no lifetime besides the one that the settings tell. */
const tokenCredentials = (fields: Values, settings: Values): Credentials => ({
  ...lastingCredentials(secretsOf(fields)),
  endsAt: endOfDay(optionalTextOf(settings, 'tokenExpiresAt')),
});

const tokenOf = (credentials: Credentials): string =>
  credentials.secrets['apiToken'] ?? secretOf(credentials, 'accessToken');

export function connectTheTradeDesk(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const apiOf = ({ environment: name }: Values): string =>
    `${name === 'sandbox' ? hosts.sandbox : hosts.production}/${app.apiVersion ?? 'v3'}`;

  const byPassword = tokenLogin(environment, async (fields, settings, signal) => {
    const { body } = await call({
      at: 'token',
      url: `${apiOf(settings)}/authentication`,
      json: {
        Login: textOf(fields, 'login'),
        Password: textOf(fields, 'password'),
        TokenExpirationInMinutes: tokenMinutes,
      },
      signal,
    });
    const accessToken = textAt(body, 'Token');
    if (accessToken === undefined)
      throw new ProviderFailure('unavailable', { code: 'no token in the answer' });
    return { accessToken, expiresIn: tokenMinutes * 60 };
  });

  return {
    async login(fields, settings, signal) {
      return fields['apiToken'] === undefined
        ? byPassword.login(fields, settings, signal)
        : tokenCredentials(fields, settings);
    },
    async renew(connection, signal) {
      if (connection.credentials.secrets['apiToken'] !== undefined)
        throw new ProviderFailure('refused', {
          hint: 'An API token cannot be extended: if it has expired or was revoked, make a new one under Access Management.',
        });
      return byPassword.renew(connection, signal);
    },
    async verify({ settings, credentials }, signal) {
      const headers = { 'ttd-auth': tokenOf(credentials) };
      const query: Query = (path, named, size) =>
        itemsOn<number>(async (offset = 0) => {
          const url = `${apiOf(settings)}/${path}`;
          const json = { ...named, PageStartIndex: offset, PageSize: size };
          const answer = await call({ at: 'api', url, headers, json, signal });
          // 240 is a success without content.
          if (answer.status === 240) return { items: [], next: undefined };
          const items = listIn(answer, 'Result');
          const total = at(answer.body, 'TotalFilteredCount');
          return { items, next: nextOffset(offset, { items, size, total }) };
        });
      return findAccount(query, settings);
    },
  };
}
